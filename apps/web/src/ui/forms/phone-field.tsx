import { typedPhoneLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { useRules } from './rules.ts';
import { validateOnBlur } from './validate-on-blur.ts';
import { usePhoneWords } from './words.ts';

export function PhoneField() {
  const t = usePhoneWords();
  const { phone } = useRules();
  return (
    <Form.Item name="phone" label={t('phone')} {...validateOnBlur(phone)}>
      <Input autoComplete="tel" inputMode="tel" maxLength={typedPhoneLength} size="large" />
    </Form.Item>
  );
}
