import '../tasks.css';
import { calls, certificationWords, isWithProvider, maySubmitCertification } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('user-verification-result', text);

const asked = queryOf(calls.certification.certifyInfo, {});

/** `/h5sign/user-verification/result`: the outcome of the certification, or who must act next. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const language = useLanguage();
  const navigate = useNavigate();
  const query = useQuery({ ...asked, refetchInterval: 5_000 });
  const look = useMutation({
    mutationFn: () => ask(calls.certification.queryPersonal, {}),
    onSuccess: (after) => queries.setQueryData(asked.queryKey, after),
    meta: { isShownInPlace: true },
  });
  return (
    <QueryView query={query}>
      {({ state, reason, goTo }) => {
        if (state === 'none') return <Navigate to={paths.userVerification} replace />;
        const tone = state === 'approved' ? 'done' : maySubmitCertification(state) ? 'again' : 'wait';
        return (
          <div className="phone-page">
            <h1>{t('title')}</h1>
            <div className="phone-outcome panel" data-tone={tone} role="status">
              <h2>{wordIn(certificationWords[state], language)}</h2>
              {reason && <p>{t('reason', { reason })}</p>}
              {state === 'approved' && <p>{t('approved')}</p>}
              {state === 'pending' && <p>{t('pending')}</p>}
              {isWithProvider(state) && <p>{t('provider')}</p>}
            </div>
            {look.error && <Alert kind="error" title={toApiError(look.error).message} />}
            <div className="phone-acts">
              {goTo && (
                <a className="button block" data-kind="primary" href={goTo}>
                  {t('goTo')}
                </a>
              )}
              {isWithProvider(state) && (
                <Button isBlock isBusy={look.isPending} onClick={() => look.mutate()}>
                  {t('look')}
                </Button>
              )}
              {maySubmitCertification(state) && (
                <Button kind="primary" isBlock onClick={() => void navigate(paths.userVerification)}>
                  {t('again')}
                </Button>
              )}
              <Button isBlock onClick={() => void navigate(paths.home)}>
                {t('home')}
              </Button>
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}
