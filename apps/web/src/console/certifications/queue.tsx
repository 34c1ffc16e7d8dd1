import { type calls, certificationKinds, certificationStates, certificationWords } from '@proofkeep/contract';
import { FilterSelect } from '../../ui/forms/filter-select.tsx';
import { Ago } from '../../ui/kit/ago.tsx';
import { words } from '../../ui/words/words.ts';
import { itemQueue, type RowOf, stateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-queue', text);

/** Oldest submission first. */
export const CertificationQueue = itemQueue(useWords, useQueueAddress, {
  Filter,
  isUnfiltered: ({ state }) => state === 'pending',
  Lines,
});

function Lines({ row }: { row: RowOf<typeof calls.certification.reviewQueue> }) {
  const t = useWords();
  const { kind, name, attempt, submittedAt, isChange } = row;
  return (
    <>
      <span className="console-line">
        <strong>{name}</strong>
        <span className="chip">{t(kind)}</span>
        {isChange && <span className="chip">{t('change')}</span>}
      </span>
      <span className="secondary">
        <Ago at={submittedAt} />
        {attempt > 1 && ` · ${t('attempt', { attempt })}`}
      </span>
    </>
  );
}

const ByState = stateFilter({
  useWords,
  useQueueAddress,
  words: certificationWords,
  states: certificationStates.filter((state) => state !== 'none'),
});

function Filter() {
  const t = useWords();
  const { asked, want } = useQueueAddress();
  return (
    <div className="console-filter">
      <ByState />
      <FilterSelect
        label={t('kind')}
        all={t('all')}
        value={asked.kind}
        options={certificationKinds.map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => want({ kind })}
      />
    </div>
  );
}
