import { Password, Phone, TextCode } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import type { ZodType } from 'zod';
import { words } from '../words/words.ts';

const useWords = words('account-rules', {
  phone: ['请输入 11 位手机号', 'Enter a mobile number of 11 digits'],
  code: ['请输入 6 位数字验证码', 'Enter the code: 6 digits'],
  password: ['密码须为 8 至 128 个字符', 'The password needs 8 to 128 characters'],
  name: ['请输入 1 至 60 个字的姓名或名称', 'Enter a name of 1 to 60 characters'],
  required: ['请输入{what}', 'Enter {what}'],
  agreed: ['同意后才能注册', 'Agree to register'],
});

/** Fields of the contract as rules of a form, each with its own words. */
export function useRules() {
  const say = useWords();
  const by = (schema: ZodType, message: string): FormRule[] => [
    {
      validator: (_rule, value) =>
        schema.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(message)),
    },
  ];
  return {
    phone: by(Phone, say('phone')),
    code: by(TextCode, say('code')),
    password: by(Password, say('password')),
    name: [{ required: true, whitespace: true, max: 60, message: say('name') }] satisfies FormRule[],
    required: (what: string): FormRule[] => [{ required: true, whitespace: true, message: say('required', { what }) }],
    agreed: [
      {
        validator: (_rule: unknown, value: unknown) =>
          value === true ? Promise.resolve() : Promise.reject(new Error(say('agreed'))),
      },
    ] satisfies FormRule[],
  };
}
