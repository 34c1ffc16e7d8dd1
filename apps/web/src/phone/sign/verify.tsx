import { words } from '../../ui/words/words.ts';
import { Outcome } from './outcome.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

/**
 * `/h5sign/verify/{nid}`: the others finish their part, then the office reviews. The page updates automatically when that
 * is done.
 */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="verify" isWaiting>
      {({ nid, matter }) => (
        <Outcome
          nid={nid}
          matter={matter}
          tone="wait"
          title={t(matter.state === 'identity' ? 'waitsOthers' : 'waitsOffice')}
          label={null}
        >
          <p>{t(matter.state === 'identity' ? 'waitsOthersNext' : 'waitsOfficeNext')}</p>
          <p className="secondary">{t('closePage')}</p>
        </Outcome>
      )}
    </TaskPage>
  );
}
