import { usePhoneWords } from '../forms/words.ts';
import { CheckedField } from './checked-field.tsx';

/** @param defaultValue a number that the page knows from its link */
export function PhoneField({ defaultValue }: { defaultValue?: string } = {}) {
  const t = usePhoneWords();
  return <CheckedField kind="phone" name="phone" label={t('phone')} defaultValue={defaultValue} />;
}
