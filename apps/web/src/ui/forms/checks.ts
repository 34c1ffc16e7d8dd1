import { isPassword, isPhone, isTextCode, nameLength, recoveryCodeLength } from '@proofkeep/contract';
import { useCodeOrRecoveryWords, useRuleWords } from './words.ts';

/** Returns what is wrong with a field's value, in the user's language; null if nothing is. */
export type Check = (value: unknown) => string | null;

/** The contract's rules as field checks. */
export function useChecks() {
  const t = useRuleWords();
  const sayCode = useCodeOrRecoveryWords();
  const by =
    (isGood: (value: unknown) => boolean, message: string): Check =>
    (value) =>
      isGood(value) ? null : message;
  return {
    phone: by(isPhone, t('phone')),
    code: by(isTextCode, t('code')),
    password: by(isPassword, t('password')),
    name: by((value) => hasLength(value, 1, nameLength), t('name')),
    required: (what: string) => by((value) => hasLength(value, 1), t('required', { what })),
    agreed: by((value) => value === true, t('agreed')),
    appCode: by(isTextCode, sayCode('badCode')),
    recoveryCode: by(
      (value) => hasLength(value, recoveryCodeLength.min, recoveryCodeLength.max),
      sayCode('badRecovery'),
    ),
  };
}

/** A value of only white space counts as empty. */
export function hasLength(value: unknown, min: number, max = Number.POSITIVE_INFINITY): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length >= min && value.length <= max;
}
