import { codeDigits, isTextCode } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { Refusal } from '../forms/refusal.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { words } from '../words/words.ts';
import { Authenticator } from './authenticator.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-confirm-authenticator', text);

interface Props {
  enrolment: { secret: string; uri: string };
  onCode: (code: string) => Promise<void>;
}

/** Sets up an authenticator app and asks for a code to confirm it works. */
export function ConfirmAuthenticator({ enrolment, onCode }: Props) {
  const t = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, ({ code }: { code: string }) => onCode(code.trim()));
  return (
    <>
      <Authenticator {...enrolment} />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <Form.Item
          name="code"
          label={t('code')}
          rules={[
            {
              validator: (_rule, value: string | undefined) =>
                isTextCode(value?.trim()) ? Promise.resolve() : Promise.reject(new Error(t('wrong'))),
            },
          ]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={codeDigits + 1} size="large" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {t('confirm')}
        </Button>
      </Form>
    </>
  );
}
