import { idNumberLength } from '@proofkeep/contract';
import type { Check } from '../ui/forms/checks.ts';
import { TextField } from '../ui/plain/field.tsx';

interface Props {
  label: string;
  help?: string;
  check: Check;
  defaultValue?: string | undefined;
}

/** Number of an identity card. */
export const IdNumberField = ({ label, help, check, defaultValue }: Props) => (
  <TextField
    name="idNumber"
    label={label}
    help={help}
    check={check}
    defaultValue={defaultValue}
    isCheckedWhenLeft
    autoComplete="off"
    spellCheck={false}
    maxLength={idNumberLength}
  />
);
