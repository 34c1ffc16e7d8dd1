import { phoneDigits } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { usePhoneWords } from '../forms/words.ts';
import { TextField } from './field.tsx';

export function PhoneField() {
  const say = usePhoneWords();
  const { phone } = useChecks();
  return (
    <TextField
      name="phone"
      label={say('phone')}
      check={phone}
      isCheckedWhenLeft
      autoComplete="tel-national"
      inputMode="tel"
      maxLength={phoneDigits}
    />
  );
}
