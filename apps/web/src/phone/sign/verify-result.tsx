import { identitySteps } from '@proofkeep/contract';
import { lazy, Suspense } from 'react';
import { words } from '../../ui/words/words.ts';
import { Outcome } from './outcome.tsx';
import { Repeated } from './repeated.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

/** Only for matters with a session. */
const BookedRoom = lazy(async () => ({ default: (await import('./booked-room.tsx')).BookedRoom }));

/** `/h5sign/verify-result/{nid}`: the office confirmed the identity, or asks to repeat a step and says why. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="verify-result" isWaiting>
      {({ nid, matter }) => {
        const { state } = matter;
        if (state === 'identity')
          return (
            <Outcome nid={nid} matter={matter} tone="again" title={t('again')} label={t('doAgain')}>
              <Repeated matter={matter} kinds={identitySteps} />
            </Outcome>
          );
        if (state === 'signing')
          return (
            <Outcome nid={nid} matter={matter} tone="done" title={t('confirmed')} label={t('toSign')}>
              <p>{t('confirmedSign')}</p>
            </Outcome>
          );
        return (
          <Outcome nid={nid} matter={matter} tone="wait" title={t('confirmed')} label={null}>
            {state === 'session-review' ? (
              <p>{t('inReview')}</p>
            ) : (
              <Suspense>
                <BookedRoom nid={nid} none={t('confirmedSession')} />
              </Suspense>
            )}
            <p className="secondary">{t('closePage')}</p>
          </Outcome>
        );
      }}
    </TaskPage>
  );
}
