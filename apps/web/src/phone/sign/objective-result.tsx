import { words } from '../../ui/words/words.ts';
import { Outcome } from './outcome.tsx';
import { Repeated } from './repeated.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

/** `/h5sign/objective-result/{nid}`: answers and statement have arrived, or must be repeated. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="objective-result">
      {({ nid, matter }) => {
        const isAgain = matter.steps.some(({ kind, state }) => kind.startsWith('objective') && state === 'open');
        return isAgain ? (
          <Outcome nid={nid} matter={matter} tone="again" title={t('again')} label={t('doAgain')}>
            <Repeated matter={matter} kinds={['objective', 'objective-video']} />
          </Outcome>
        ) : (
          <Outcome nid={nid} matter={matter} tone="done" title={t('arrived')} label={t('toReview')}>
            <p>{t('arrivedNext')}</p>
          </Outcome>
        );
      }}
    </TaskPage>
  );
}
