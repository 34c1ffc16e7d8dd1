import { calls, codeDigits, Email, emailLength, isTextCode, type NotificationSettings } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('email-section', text);

interface Props {
  email: string | null;
  onChange: (settings: NotificationSettings) => void;
}

export function EmailSection({ email, onChange }: Props) {
  const t = useWords();
  const [isEditing, setEditing] = useState(false);
  const removing = useConfirmedAct(
    () => ask(calls.messages.removeEmail, {}),
    (settings) => {
      onChange(settings);
      toast.success(t('removed'));
    },
  );
  return (
    <section className="panel messages-email-section" aria-labelledby="email-title">
      <h2 id="email-title">{t('title')}</h2>
      {isEditing ? (
        <EmailForm
          onDone={(settings) => {
            onChange(settings);
            setEditing(false);
            toast.success(t('done'));
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <p className={email ? 'messages-email-address' : 'secondary'}>{email ?? t('none')}</p>
          <div className="actions">
            <Button onClick={() => setEditing(true)}>{t(email ? 'change' : 'set')}</Button>
            {email && <ConfirmButton {...confirmAct(t, 'remove', removing, undefined)} kind="danger" />}
          </div>
        </>
      )}
    </section>
  );
}

/** Two steps in one form: the address, then the code mailed to it. */
function EmailForm({ onDone, onCancel }: { onDone: (settings: NotificationSettings) => void; onCancel: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ email: string; code?: string }>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const codeField = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentTo) codeField.current?.querySelector('input')?.focus();
  }, [sentTo]);
  const meta = { isShownInPlace: true };
  const sending = useMutation({
    mutationFn: (email: string) => ask(calls.messages.sendEmailCode, { email }),
    meta,
    onSuccess: (_times, email) => setSentTo(email),
  });
  const { confirmed } = useConfirmed();
  const setting = useMutation({
    mutationFn: (input: { email: string; code: string }) => confirmed(() => ask(calls.messages.setEmail, input)),
    meta,
    onSuccess: onDone,
  });
  const refused = setting.error instanceof StepUpCancelled ? null : (setting.error ?? sending.error);
  const submit = ({ email, code = '' }: { email: string; code?: string }) => {
    if (sentTo === null) sending.mutate(email);
    else setting.mutate({ email: sentTo, code });
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      className="messages-email-form"
      noValidate
    >
      {refused && <Alert type="error" showIcon role="alert" title={toApiError(refused).message} />}
      {sentTo === null ? (
        <Form.Item
          name="email"
          label={t('email')}
          {...validateOnBlur([fits((value) => Email.safeParse(value).success, t('emailWrong'))])}
        >
          <Input type="email" autoComplete="email" inputMode="email" size="large" maxLength={emailLength} />
        </Form.Item>
      ) : (
        <div ref={codeField}>
          <p role="status">{t('sent', { email: sentTo, minutes: (sending.data?.validSeconds ?? 0) / 60 })}</p>
          <Form.Item name="code" label={t('code')} {...validateOnBlur([fits(isTextCode, t('codeWrong'))])}>
            <Input autoComplete="one-time-code" inputMode="numeric" size="large" maxLength={codeDigits} />
          </Form.Item>
        </div>
      )}
      <FormActions
        act={t(sentTo === null ? 'send' : 'verify')}
        cancel={t('cancel')}
        isSending={sending.isPending || setting.isPending}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** Form rule for a field of the contract. */
const fits = (isRight: (value: unknown) => boolean, message: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    isRight(value) ? Promise.resolve() : Promise.reject(new Error(message)),
});
