import { passwordLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { words } from '../words/words.ts';
import { useRules } from './rules.ts';
import { whenLeft } from './when-left.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('new-password-field', text);

export function NewPasswordField({ label }: { label: string }) {
  const say = useWords();
  const { password } = useRules();
  return (
    <Form.Item name="password" label={label} {...whenLeft(password)} extra={say('help')}>
      <Input.Password autoComplete="new-password" maxLength={passwordLength.max} size="large" />
    </Form.Item>
  );
}
