import { typedPhoneLength } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { usePhoneWords } from '../forms/words.ts';
import { TextField } from './field.tsx';

export function PhoneField() {
  const t = usePhoneWords();
  const { phone } = useChecks();
  return (
    <TextField
      name="phone"
      label={t('phone')}
      check={phone}
      isCheckedWhenLeft
      autoComplete="tel"
      inputMode="tel"
      maxLength={typedPhoneLength}
    />
  );
}
