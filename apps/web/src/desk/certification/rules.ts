import { creditCodeProblem, idNumberProblem, Phone } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import { words } from '../../ui/words/words.ts';

const useWords = words('certification-rules', {
  idForm: ['请输入 18 位身份证号码，最后一位可以是 X', 'Enter the 18 characters of the number; the last may be an X'],
  idRegion: ['前两位不是任何地区的代码，请核对', 'The first two digits are of no region: compare them with the card'],
  idBirthday: [
    '第 7 至 14 位不是有效的出生日期，请核对',
    'Digits 7 to 14 are no date of birth: compare them with the card',
  ],
  idCheck: [
    '号码有误（校验位不符），请逐位核对',
    'A digit is wrong, as the last one does not fit: compare each with the card',
  ],
  codeForm: [
    '请输入 18 位统一社会信用代码，不含 I、O、S、V、Z',
    'Enter the 18 characters of the code; I, O, S, V and Z do not occur in it',
  ],
  codeCheck: [
    '代码有误（校验位不符），请逐位核对',
    'A character is wrong, as the last one does not fit: compare each with the licence',
  ],
  name: ['请输入证件上的姓名', 'Enter the name as on the card'],
  enterpriseName: ['请输入营业执照上的名称', 'Enter the name as on the licence'],
  phone: ['请输入 11 位手机号', 'Enter a mobile number of 11 digits'],
  file: ['请上传{what}', 'Upload: {what}'],
});

/** Rules of the contract, each with its own words. */
export function useRules() {
  const say = useWords();
  const by = (problemOf: (text: string) => string | null): FormRule[] => [
    {
      validator: (_rule, value: unknown) => {
        const problem = problemOf(String(value ?? '').trim());
        return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
      },
    },
  ];
  const idWords = { form: say('idForm'), region: say('idRegion'), birthday: say('idBirthday'), check: say('idCheck') };
  const codeWords = { form: say('codeForm'), check: say('codeCheck') };
  return {
    idNumber: by((text) => said(idNumberProblem(text, new Date()), idWords)),
    creditCode: by((text) => said(creditCodeProblem(text), codeWords)),
    personName: by((text) => (text.length >= 2 && text.length <= 60 ? null : say('name'))),
    enterpriseName: by((text) => (text.length >= 2 && text.length <= 120 ? null : say('enterpriseName'))),
    phone: by((text) => (Phone.safeParse(text).success ? null : say('phone'))),
    file: (what: string): FormRule[] => [{ required: true, message: say('file', { what }) }],
  };
}

const said = <Problem extends string>(problem: Problem | null, saying: Record<Problem, string>): string | null =>
  problem && saying[problem];
