import { accountNameLength, calls, type InputOf, passwordLength, type ReplyOf } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

export type Passed = ReplyOf<typeof calls.console.staffLogin>;

const useWords = words('console-password-step', text);

export function PasswordStep({ onPassed }: { onPassed: (passed: Passed) => void }) {
  const t = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: InputOf<typeof calls.console.staffLogin>) =>
    onPassed(await ask(calls.console.staffLogin, input)),
  );
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <Form.Item
        name="userName"
        label={t('userName')}
        rules={[{ required: true, whitespace: true, message: t('noName') }]}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={accountNameLength}
          size="large"
        />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('noPassword') }]}>
        <Input.Password autoComplete="current-password" maxLength={passwordLength.max} size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t('onward')}
      </Button>
      <p className="secondary console-sign-in-hint">{t('forgot')}</p>
    </Form>
  );
}
