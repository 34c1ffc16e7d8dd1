import { nameLength } from '@proofkeep/contract';
import type { FormRule } from 'antd';
import { type Check, useChecks } from './checks.ts';
import { useRuleWords } from './words.ts';

/** The contract's checks as antd form rules. */
export function useRules() {
  const t = useRuleWords();
  const { phone, code, password } = useChecks();
  return {
    phone: ruleOf(phone),
    code: ruleOf(code),
    password: ruleOf(password),
    name: [{ required: true, whitespace: true, max: nameLength, message: t('name') }] satisfies FormRule[],
    required: (what: string): FormRule[] => [{ required: true, whitespace: true, message: t('required', { what }) }],
  };
}

function ruleOf(check: Check): FormRule[] {
  const validator = (_rule: unknown, value: unknown) => {
    const problem = check(value);
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  };
  return [{ validator }];
}
