import { calls, passwordLength, type ReplyOf, recoveryDelayHours, statementLength } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { hasLength, useChecks } from '../../ui/forms/checks.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { CodeField } from '../../ui/plain/code-field.tsx';
import { PasswordField, TextArea } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('lost-factors', text);

type RecoveryRequest = ReplyOf<typeof calls.recovery.askRecovery>;

/** For users who verified one factor but lost every second factor. */
export function LostFactors({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const t = useWords();
  const [asked, setAsked] = useState<RecoveryRequest | null>(null);
  const { data, error, refetch } = useQuery({ ...queryOf(calls.recovery.recoveryAbout, { ticket }), gcTime: 0 });
  const open = asked ?? data?.open;
  return (
    <>
      <h2 className="sign-in-lost-factors-title">{t('title')}</h2>
      {open ? (
        <Open {...open} />
      ) : data ? (
        <>
          <p className="secondary">{t('what', { hours: recoveryDelayHours })}</p>
          <Asking ticket={ticket} {...data} onAsked={setAsked} />
        </>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={4} />
      )}
      <p className="sign-in-foot">
        <Button kind="link" onClick={onBack}>
          {t('back')}
        </Button>
      </p>
    </>
  );
}

interface AskingProps extends Pick<ReplyOf<typeof calls.recovery.recoveryAbout>, 'phone' | 'hasPassword'> {
  ticket: string;
  onAsked: (request: RecoveryRequest) => void;
}

function Asking({ ticket, phone, hasPassword, onAsked }: AskingProps) {
  const t = useWords();
  const { required } = useChecks();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit(
    form,
    async (shown: { password?: string; code: string; statement: string }) =>
      onAsked(await ask(calls.recovery.askRecovery, { ticket, ...shown })),
  );
  return (
    <Form form={form} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      {hasPassword && (
        <PasswordField
          name="password"
          label={t('password')}
          check={required(t('password'))}
          autoComplete="current-password"
          maxLength={passwordLength.max}
        />
      )}
      <p className="secondary sign-in-lost-factors-phone">{t('phone', { phone })}</p>
      <CodeField purpose={{ ticket }} />
      <TextArea
        name="statement"
        label={t('statement')}
        help={t('statementHelp')}
        check={(value) => (hasLength(value, statementLength.min, statementLength.max) ? null : t('statementMissing'))}
        rows={3}
        maxLength={statementLength.max}
      />
      <Button kind="primary" type="submit" isBlock isBusy={isSending}>
        {t('submit')}
      </Button>
    </Form>
  );
}

function Open({ state, askedAt, effectiveAt }: RecoveryRequest) {
  const t = useWords();
  return (
    <div className="sign-in-lost-factors-open">
      <Alert kind="info" title={t(state)}>
        <p>
          {t('askedAt')} <Moment at={askedAt} />
        </p>
        {effectiveAt && (
          <p>
            {t('effectiveAt')} <Moment at={effectiveAt} />
          </p>
        )}
        <p>{t(`${state}Next`)}</p>
      </Alert>
    </div>
  );
}
