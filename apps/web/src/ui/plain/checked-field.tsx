import { codeDigits, recoveryCodeLength, typedPhoneLength } from '@proofkeep/contract';
import type { ComponentProps } from 'react';
import { useChecks } from '../forms/checks.ts';
import { TextField } from './field.tsx';

const literal = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** How the values that the contract checks are typed. */
const inputs = {
  phone: { autoComplete: 'tel', inputMode: 'tel', maxLength: typedPhoneLength },
  appCode: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: codeDigits },
  recoveryCode: { ...literal, maxLength: recoveryCodeLength.max },
} as const;

interface Props extends Pick<ComponentProps<typeof TextField>, 'name' | 'label' | 'help' | 'defaultValue'> {
  kind: keyof typeof inputs;
}

/** A text of a kind that the contract checks; checked when the user leaves its field. */
export function CheckedField({ kind, ...field }: Props) {
  return <TextField {...field} {...inputs[kind]} check={useChecks()[kind]} isCheckedWhenLeft />;
}
