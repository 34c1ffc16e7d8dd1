import { phoneDigits } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { words } from '../words/words.ts';
import { useRules } from './rules.ts';
import { whenLeft } from './when-left.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('phone-field', text);

export function PhoneField() {
  const say = useWords();
  const { phone } = useRules();
  return (
    <Form.Item name="phone" label={say('phone')} {...whenLeft(phone)}>
      <Input autoComplete="tel-national" inputMode="tel" maxLength={phoneDigits} size="large" />
    </Form.Item>
  );
}
