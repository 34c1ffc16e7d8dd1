import { companyNameLength, creditCodeProblem, idNumberProblem, isPhone, personNameLength } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-rules', text);

const isOfLength = ({ length }: string, { min, max }: { min: number; max: number }) => length >= min && length <= max;

/** Form rules from the contract, each with its own sentence. */
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
    personName: by((text) => (isOfLength(text, personNameLength) ? null : say('name'))),
    enterpriseName: by((text) => (isOfLength(text, companyNameLength) ? null : say('enterpriseName'))),
    phone: by((text) => (isPhone(text) ? null : say('phone'))),
    file: (what: string): FormRule[] => [{ required: true, message: say('file', { what }) }],
  };
}

const said = <Problem extends string>(problem: Problem | null, saying: Record<Problem, string>): string | null =>
  problem && saying[problem];
