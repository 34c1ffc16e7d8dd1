import { typedPhoneLength } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { usePhoneWords } from '../forms/words.ts';
import { TextField } from './field.tsx';

/** @param defaultValue a number that the page knows from its link */
export function PhoneField({ defaultValue }: { defaultValue?: string } = {}) {
  const t = usePhoneWords();
  const { phone } = useChecks();
  return (
    <TextField
      name="phone"
      defaultValue={defaultValue}
      label={t('phone')}
      check={phone}
      isCheckedWhenLeft
      autoComplete="tel"
      inputMode="tel"
      maxLength={typedPhoneLength}
    />
  );
}
