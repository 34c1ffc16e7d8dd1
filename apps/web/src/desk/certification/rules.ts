import { companyNameLength, creditCodeProblem, idNumberProblem, isPhone, personNameLength } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-rules', text);

const isOfLength = ({ length }: string, { min, max }: { min: number; max: number }) => length >= min && length <= max;

/** Form rules from the contract, each with its own sentence. */
export function useRules() {
  const t = useWords();
  const by = (problemOf: (text: string) => string | null): FormRule[] => [
    {
      validator: (_rule, value: unknown) => {
        const problem = problemOf(String(value ?? '').trim());
        return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
      },
    },
  ];
  const idWords = { form: t('idForm'), region: t('idRegion'), birthday: t('idBirthday'), check: t('idCheck') };
  const codeWords = { form: t('codeForm'), check: t('codeCheck') };
  return {
    idNumber: by((text) => wordOf(idNumberProblem(text, new Date()), idWords)),
    creditCode: by((text) => wordOf(creditCodeProblem(text), codeWords)),
    personName: by((text) => (isOfLength(text, personNameLength) ? null : t('name'))),
    enterpriseName: by((text) => (isOfLength(text, companyNameLength) ? null : t('enterpriseName'))),
    phone: by((text) => (isPhone(text) ? null : t('phone'))),
    file: (what: string): FormRule[] => [{ required: true, message: t('file', { what }) }],
  };
}

const wordOf = <Problem extends string>(problem: Problem | null, table: Record<Problem, string>): string | null =>
  problem && table[problem];
