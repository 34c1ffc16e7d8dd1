import { type calls, certificationKinds, certificationStates, certificationWords } from '@proofkeep/contract';
import { Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { nothingIn, Queue, type QueueProps, QueueRow, type RowOf, StateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-queue', text);

/** Oldest submission first. */
export function CertificationQueue({ chosen, ...props }: QueueProps<RowOf<typeof calls.certification.reviewQueue>>) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  return (
    <Queue {...props} chosen={chosen} filter={<Filter />} nothing={nothingIn(t, asked.state === 'pending')}>
      {({ id, kind, name, attempt, submittedAt, isChange }) => (
        <QueueRow key={id} to={to(id)} isChosen={id === chosen}>
          <span className="console-line">
            <strong>{name}</strong>
            <span className="chip">{t(kind)}</span>
            {isChange && <span className="chip">{t('change')}</span>}
          </span>
          <span className="secondary">
            <Moment at={submittedAt} />
            {attempt > 1 && ` · ${t('attempt', { attempt })}`}
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}

function Filter() {
  const t = useWords();
  const { asked, want } = useQueueAddress();
  const states = certificationStates.filter((state) => state !== 'none');
  return (
    <div className="console-certifications-filter">
      <StateFilter
        label={t('state')}
        words={certificationWords}
        states={states}
        value={asked.state}
        onChange={(state) => want({ state })}
      />
      <Select
        aria-label={t('kind')}
        value={asked.kind ?? ''}
        onChange={(kind) => want({ kind })}
        options={[{ value: '', label: t('all') }, ...certificationKinds.map((value) => ({ value, label: t(value) }))]}
      />
    </div>
  );
}
