import { identitySteps } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { Outcome } from './outcome.tsx';
import { Repeated } from './repeated.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

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
            <p>{t(state === 'session-review' ? 'inReview' : 'confirmedSession')}</p>
            <p className="secondary">{t('closePage')}</p>
          </Outcome>
        );
      }}
    </TaskPage>
  );
}
