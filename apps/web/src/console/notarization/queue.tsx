import { type calls, type MatterQueue, matterKindFacts, matterQueues, matterQueueWords } from '@proofkeep/contract';
import { Select } from 'antd';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { matterCount } from '../../ui/matter/count.ts';
import { MatterChip } from '../../ui/matter/matter-chip.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, type QueueProps, QueueRow, type RowOf } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-queue', text);

type Row = RowOf<typeof calls.consoleNotarization.queuedMatters>;
type Counts = Record<MatterQueue, number>;

/** The queues of an office with their counts, longest-waiting first. */
export function MatterQueueList({ counts, ...props }: QueueProps<Row> & { counts: Counts | undefined }) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  const isUnfiltered = asked.search === '' && asked.whose === 'all';
  const nothing = isUnfiltered ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') };
  return (
    <Queue {...props} filter={<Filter counts={counts} />} nothing={nothing}>
      {(row) => (
        <QueueRow key={row.id} to={to(row.id)} isChosen={row.id === props.chosen}>
          <Lines row={row} />
        </QueueRow>
      )}
    </Queue>
  );
}

function Filter({ counts }: { counts: Counts | undefined }) {
  const t = useWords();
  const language = useLanguage();
  const { asked, want } = useQueueAddress();
  return (
    <>
      <div role="group" aria-label={t('queues')} className="console-notarization-queues">
        {matterQueues.map((queue) => (
          <button key={queue} type="button" aria-pressed={asked.queue === queue} onClick={() => want({ queue })}>
            {wordIn(matterQueueWords[queue], language)}
            <span className="numbers">{counts && matterCount(counts[queue])}</span>
          </button>
        ))}
      </div>
      <div className="console-filter">
        <Select
          aria-label={t('whose')}
          value={asked.whose}
          onChange={(whose) => want({ whose: whose === 'all' ? '' : whose })}
          options={(['all', 'mine', 'unassigned'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <SearchField label={t('search')} text={asked.search} onSearch={(search) => want({ search })} />
      </div>
    </>
  );
}

function Lines({ row: { no, kind, state, parties, deadline, notaryName } }: { row: Row }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <>
      <span className="console-line">
        <strong>{parties.join(language === 'zh' ? '、' : ', ') || no}</strong>
        <MatterChip state={state} />
      </span>
      <span>{wordIn(matterKindFacts[kind].name, language)}</span>
      <span className="console-line secondary">
        <span>
          <code>{no}</code> · {notaryName ?? t('unassigned')}
        </span>
        {deadline && <span className="numbers">{t('due', { day: deadline })}</span>}
      </span>
    </>
  );
}
