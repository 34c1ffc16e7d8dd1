import './step-up.css';
import { KeyOutlined } from '@ant-design/icons';
import { calls, type ReplyOf, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { CodeField } from '../forms/code-field.tsx';
import { CodeOrRecovery } from '../forms/code-or-recovery.tsx';
import { Refusal } from '../forms/refusal.tsx';
import { useRules } from '../forms/rules.ts';
import { useSubmit } from '../forms/use-submit.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import { words } from '../words/words.ts';
import { isDismissed, signWithPasskey } from './passkey.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('confirm-dialog', text);

export type FactorsOf = ReplyOf<typeof calls.signIn.factors>;

interface Props {
  factors: FactorsOf;
  onEnd: (isConfirmed: boolean) => void;
}

export function ConfirmDialog({ factors, onEnd }: Props) {
  const t = useWords();
  const hasPasskey = factors.list.some(({ kind }) => kind === 'passkey');
  return (
    // Phone pages have no antd theme around them.
    <ThemeProvider>
      <Modal open title={t('title')} footer={null} onCancel={() => onEnd(false)} width={440}>
        <p className="secondary">{t('hint')}</p>
        {hasPasskey && <ByPasskey onConfirmed={() => onEnd(true)} />}
        <ByPassword factors={factors} onEnd={onEnd} />
      </Modal>
    </ThemeProvider>
  );
}

function ByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useWords();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => ask(calls.signIn.confirmByPasskey, { used: await signWithPasskey() }),
    meta: { isShownInPlace: true },
    onSuccess: onConfirmed,
  });
  return (
    <div className="step-up-by-passkey">
      <Refusal>{error && (isDismissed(error) ? t('dismissed') : toApiError(error).message)}</Refusal>
      <Button block size="large" icon={<KeyOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
        {t('passkey')}
      </Button>
      <p className="secondary">{t('or')}</p>
    </div>
  );
}

/** A user without a password verifies a code sent to their phone. */
function ByPassword({ factors, onEnd }: Props) {
  const t = useWords();
  const { required } = useRules();
  const hasTotp = factors.list.some(({ kind }) => kind === 'totp');
  const [isRecovery, setRecovery] = useState(!hasTotp);
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (shown: SentOf<typeof calls.signIn.confirm>) => {
    await ask(calls.signIn.confirm, shown);
    onEnd(true);
  });
  return (
    // The name prefixes the field ids, so that they don't clash with the form behind the dialog.
    <Form
      form={form}
      name="confirm"
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      className="step-up-confirm"
    >
      <Refusal>{refusal}</Refusal>
      {factors.hasPassword ? (
        <Form.Item name="password" label={t('password')} rules={required(t('password'))}>
          <Input.Password autoComplete="current-password" size="large" autoFocus />
        </Form.Item>
      ) : (
        <CodeField purpose="confirm" />
      )}
      {factors.list.length > 0 && <CodeOrRecovery isRecovery={isRecovery} />}
      <div className="actions">
        <Button type="primary" htmlType="submit" size="large" loading={isSending}>
          {t('submit')}
        </Button>
        <Button size="large" onClick={() => onEnd(false)}>
          {t('cancel')}
        </Button>
        {hasTotp && (
          <Button type="link" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'useCode' : 'useRecovery')}
          </Button>
        )}
      </div>
    </Form>
  );
}
