import { type calls, type ReplyOf, recoveryStates, recoveryStateWords } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-queue', text);

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.recovery.recoveries>>;
  chosen: string | undefined;
}

/** Oldest first. */
export function RecoveryQueue({ title, queue, chosen }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { asked, want, to } = useQueueAddress();
  return (
    <Queue
      title={title}
      isBeside={chosen !== undefined}
      filter={
        <Select
          aria-label={t('state')}
          value={asked.state}
          onChange={(state) => want({ state })}
          options={recoveryStates.map((value) => ({ value, label: wordIn(recoveryStateWords[value], language) }))}
        />
      }
      found={queue}
      nothing={asked.state === 'asked' ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') }}
    >
      {({ id, name, phone, askedAt }) => (
        <QueueRow key={id} to={to(id)} isChosen={id === chosen}>
          <span className="console-line">
            <strong>{name}</strong>
            <span className="secondary numbers">{phone}</span>
          </span>
          <span className="secondary">
            <Moment at={askedAt} />
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}
