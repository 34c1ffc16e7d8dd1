import '../../ui/second-factor/second-factor.css';
import './own.css';
import { calls, passwordLength } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { ConfirmAuthenticator } from '../../ui/second-factor/confirm-authenticator.tsx';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-own', text);

export function Component() {
  const t = useWords();
  const { data: me } = useQuery(whoIsStaff);
  return (
    <>
      <PageHeading title={t('title')}>
        <span className="secondary">
          {t('userName')} <code>{me?.userName}</code>
        </span>
      </PageHeading>
      <div className="console-own">
        <ChangePassword />
        <Factor left={me?.recoveryCodesLeft ?? 0} />
      </div>
    </>
  );
}

interface Change {
  oldPassword: string;
  password: string;
}

function ChangePassword() {
  const t = useWords();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async ({ oldPassword, password }: Change) => {
    await callWithStepUp(calls.console.changeStaffPassword, { oldPassword, password });
    form.resetFields();
    toast.success(t('changed'));
  });
  return (
    <section className="panel console-own-panel">
      <h2>{t('password')}</h2>
      <p className="secondary">{t('passwordHint')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <Form.Item name="oldPassword" label={t('oldPassword')} rules={[{ required: true, message: t('noPassword') }]}>
          <Input.Password autoComplete="current-password" maxLength={passwordLength.max} size="large" />
        </Form.Item>
        <NewPassword />
        <Button type="primary" htmlType="submit" loading={isSending}>
          {t('password')}
        </Button>
      </Form>
    </section>
  );
}

function Factor({ left }: { left: number }) {
  const t = useWords();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const beginning = useMutation({ mutationFn: () => callWithStepUp(calls.console.beginStaffFactor, {}) });
  const begun = beginning.data;
  const confirm = async (code: string) => {
    if (!begun) return;
    const { recoveryCodes } = await ask(calls.console.confirmStaffFactor, { ticket: begun.ticket, code });
    setCodes(recoveryCodes);
    beginning.reset();
    toast.success(t('replaced'));
    await refresh('ownStaff');
  };
  return (
    <section className="panel console-own-panel">
      <h2>{t('factor')}</h2>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} fileName="proofkeep-console-recovery-codes.txt" onKept={() => setCodes([])} />
      ) : begun ? (
        <>
          <ConfirmAuthenticator enrolment={begun} onCode={confirm} />
          <Button onClick={() => beginning.reset()}>{t('cancel')}</Button>
        </>
      ) : (
        <>
          <p>{t('left', { count: left })}</p>
          <p className="secondary">{t('factorHint')}</p>
          <Button onClick={() => beginning.mutate()} loading={beginning.isPending}>
            {t('replace')}
          </Button>
        </>
      )}
    </section>
  );
}
