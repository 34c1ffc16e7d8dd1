import { calls, recoveryCodeLength } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-code-step', text);

interface Props {
  ticket: string;
  /** New password that replaces a one-time one. */
  password: string | undefined;
  onSignedIn: () => void;
  onAgain: () => void;
}

export function CodeStep({ ticket, password, onSignedIn, onAgain }: Props) {
  const t = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ code }: { code: string }) => {
    await ask(calls.console.staffLoginCode, { ticket, code, password });
    onSignedIn();
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <h2>{t('title')}</h2>
      <Refusal>{refusal}</Refusal>
      <Form.Item
        name="code"
        label={t('code')}
        extra={t('help')}
        rules={[{ required: true, whitespace: true, message: t('missing') }]}
      >
        <Input autoFocus autoComplete="one-time-code" maxLength={recoveryCodeLength.max} size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t('signIn')}
      </Button>
      <Button type="link" block onClick={onAgain}>
        {t('again')}
      </Button>
    </Form>
  );
}
