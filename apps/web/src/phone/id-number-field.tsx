import { idNumberLength } from '@proofkeep/contract';
import type { Check } from '../ui/forms/checks.ts';
import { TextField } from '../ui/plain/field.tsx';

/** Number of an identity card. */
export const IdNumberField = ({ label, help, check }: { label: string; help?: string; check: Check }) => (
  <TextField
    name="idNumber"
    label={label}
    help={help}
    check={check}
    isCheckedWhenLeft
    autoComplete="off"
    spellCheck={false}
    maxLength={idNumberLength}
  />
);
