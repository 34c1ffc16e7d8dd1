import { Form, Input } from 'antd';
import { whenLeft } from '../../ui/when-left.ts';
import { words } from '../../ui/words.ts';
import { useRules } from './rules.ts';

const useWords = words('phone-field', { phone: ['手机号', 'Mobile number'] });

export function PhoneField() {
  const say = useWords();
  const { phone } = useRules();
  return (
    <Form.Item name="phone" label={say('phone')} {...whenLeft(phone)}>
      <Input autoComplete="tel-national" inputMode="tel" maxLength={11} size="large" />
    </Form.Item>
  );
}
