import {
  type calls,
  certificationKinds,
  certificationStates,
  certificationWords,
  type ReplyOf,
} from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-queue', text);

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.certification.reviewQueue>>;
  chosen: string | undefined;
}

/** Oldest submission first. */
export function CertificationQueue({ title, queue, chosen }: Props) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  return (
    <Queue
      title={title}
      isBeside={chosen !== undefined}
      filter={<Filter />}
      found={queue}
      nothing={asked.state === 'pending' ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') }}
    >
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
  const language = useLanguage();
  const { asked, want } = useQueueAddress();
  const states = certificationStates.filter((state) => state !== 'none');
  return (
    <div className="console-certifications-filter">
      <Select
        aria-label={t('state')}
        value={asked.state}
        onChange={(state) => want({ state })}
        options={states.map((value) => ({ value, label: wordIn(certificationWords[value], language) }))}
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
