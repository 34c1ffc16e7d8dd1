import { passwordLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { useRules } from './rules.ts';
import { validateOnBlur } from './validate-on-blur.ts';
import { useNewPasswordWords } from './words.ts';

export function NewPasswordField({ label }: { label: string }) {
  const t = useNewPasswordWords();
  const { password } = useRules();
  return (
    <Form.Item name="password" label={label} {...validateOnBlur(password)} extra={t('help')}>
      <Input.Password autoComplete="new-password" maxLength={passwordLength.max} size="large" />
    </Form.Item>
  );
}
