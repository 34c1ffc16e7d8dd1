import { type AppState, appSignInStateTable, appSignInStateWords, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('by-app', text);

const askEveryMs = 1_500;

export function ByApp({ onSignedIn }: { onSignedIn: () => void }) {
  const id = useQuery({
    ...queryOf(calls.signIn.appId, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (id.error) return <ErrorPanel error={id.error} onRetry={() => void id.refetch()} />;
  if (!id.data || id.isFetching) return <Skeleton rows={6} />;
  return <Code key={id.data.appId} {...id.data} onSignedIn={onSignedIn} onAgain={() => void id.refetch()} />;
}

interface Props {
  appId: string;
  address: string;
  number: string;
  onSignedIn: () => void;
  onAgain: () => void;
}

function Code({ appId, address, number, onSignedIn, onAgain }: Props) {
  const t = useWords();
  const language = useLanguage();
  const state = useAppState(appId);
  useEffect(() => {
    if (state === 'authorized') onSignedIn();
  }, [state, onSignedIn]);
  const isOver = state !== 'authorized' && !isUnderWay(state);
  return (
    <div className="sign-in-by-app">
      {!isOver && (
        <>
          <p>{t('how')}</p>
          <div data-dim={state === 'scanned'} className="sign-in-by-app-code">
            <QrCode text={address} label={t('code')} />
          </div>
          <p className="secondary">{t('number')}</p>
          <p className="sign-in-by-app-number numbers">{number}</p>
        </>
      )}
      <p role="status" className={isOver ? 'sign-in-by-app-over' : 'secondary'}>
        {state === 'expired' ? t('expired') : wordIn(appSignInStateWords[state], language)}
      </p>
      {isOver && (
        <Button kind="primary" isBlock onClick={onAgain}>
          {t('again')}
        </Button>
      )}
    </div>
  );
}

/** Polls until an end state; a request the server no longer knows has expired. */
function useAppState(appId: string): AppState {
  const { data, error } = useQuery({
    ...queryOf(calls.signIn.appStatus, { appId }),
    gcTime: 0,
    meta: { isShownInPlace: true },
    retry: false,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) && !state.error ? askEveryMs : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });
  if (isApiError(error)) return 'expired';
  return data?.state ?? 'waiting';
}

/** The phone can still change the state. */
const isUnderWay = (state: AppState | undefined): boolean =>
  state === undefined || (state !== 'expired' && appSignInStateTable.rows.some(({ from }) => from === state));
