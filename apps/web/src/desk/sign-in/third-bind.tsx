import './sign-in.css';
import { calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { nextPath } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Button } from '../../ui/plain/button.tsx';
import { ConfirmProvider, useConfirmed } from '../../ui/step-up/confirm.tsx';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { forgetIdentity, type KeptIdentity, keptIdentity } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('third-bind', text);

/**
 * Asks a user who has just signed in whether the identity kept in this tab is theirs, since another person may have
 * left it.
 */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const [kept] = useState(keptIdentity);
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { data: factors, error, refetch } = useQuery(queryOf(calls.signIn.factors, {}));
  const next = nextPath(query.get('next'));
  if (!kept) return <Navigate to={next} replace />;
  return (
    <Frame title={t('title')}>
      {me && factors ? (
        <ConfirmProvider factors={factors}>
          <Question kept={kept} person={me.person.name} next={next} />
        </ConfirmProvider>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Frame>
  );
}

function Question({ kept, person, next }: { kept: KeptIdentity; person: string; next: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const { confirmed } = useConfirmed();
  const goOn = () => {
    forgetIdentity();
    void navigate(next, { replace: true });
  };
  const bind = useMutation({
    mutationFn: () => confirmed(() => ask(calls.signIn.bindThirdAccount, { ticket: kept.ticket })),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      await refresh('identityBindings');
      toast.success(t('done'));
      goOn();
    },
  });
  const { error } = bind;
  return (
    <div className="sign-in-third-unbound">
      <p>{t('asked', { person, name: kept.name, label: kept.label ?? t('nameless') })}</p>
      <Refusal>{error === null || error instanceof StepUpCancelled ? null : toApiError(error).message}</Refusal>
      <Button isBlock kind="primary" isBusy={bind.isPending} onClick={() => bind.mutate()}>
        {t('bind')}
      </Button>
      <Button isBlock onClick={goOn}>
        {t('notNow')}
      </Button>
    </div>
  );
}
