import { Form, Input } from 'antd';
import { words } from '../words/words.ts';
import { useRules } from './rules.ts';
import { whenLeft } from './when-left.ts';

const useWords = words('new-password-field', {
  help: [
    '8 至 128 个字符，不限种类；常见密码不能使用',
    '8 to 128 characters of any kind; common passwords are refused',
  ],
});

export function NewPasswordField({ label }: { label: string }) {
  const say = useWords();
  const { password } = useRules();
  return (
    <Form.Item name="password" label={label} {...whenLeft(password)} extra={say('help')}>
      <Input.Password autoComplete="new-password" maxLength={128} size="large" />
    </Form.Item>
  );
}
