import { isPassword, isPhone, isTextCode } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('account-rules', text);

/** Fields of the contract as rules of a form, each with its own words. */
export function useRules() {
  const say = useWords();
  const by = (isGood: (value: unknown) => boolean, message: string): FormRule[] => [
    {
      validator: (_rule, value) => (isGood(value) ? Promise.resolve() : Promise.reject(new Error(message))),
    },
  ];
  return {
    phone: by(isPhone, say('phone')),
    code: by(isTextCode, say('code')),
    password: by(isPassword, say('password')),
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
