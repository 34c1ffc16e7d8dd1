import {
  type CertificationSummary,
  type calls,
  certificationKinds,
  certificationStates,
  certificationWords,
  type ReplyOf,
} from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pagination, Select } from 'antd';
import { Link } from 'react-router';
import { Moment } from '../../ui/moment.tsx';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { useQueueAddress } from './address.ts';

const useWords = words('console-certification-queue', {
  state: ['状态', 'State'],
  kind: ['类型', 'Kind'],
  all: ['全部类型', 'All kinds'],
  personal: ['个人', 'Person'],
  enterprise: ['企业', 'Enterprise'],
  attempt: ['第 {attempt} 次提交', 'Submission {attempt}'],
  none: ['没有待审核的认证', 'Nothing waits for review'],
  noneHint: ['新的提交会出现在这里。', 'What is submitted next stands here.'],
  noneOther: ['没有符合条件的认证', 'No certification is like that'],
});

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.certification.reviewQueue>>;
  chosen: string | undefined;
}

/** What was submitted first at the head. */
export function Queue({ title, queue: { data, error, refetch }, chosen }: Props) {
  const say = useWords();
  const language = useLanguage();
  const { asked, set } = useQueueAddress();
  const states = certificationStates.filter((state) => state !== 'none');
  return (
    <>
      <div className="certifications-head">
        {chosen ? <h2 className="certifications-title">{title}</h2> : <h1>{title}</h1>}
        <div className="certifications-filter">
          <Select
            aria-label={say('state')}
            value={asked.state}
            onChange={(state) => set('state', state)}
            options={states.map((value) => ({ value, label: wordIn(certificationWords[value], language) }))}
          />
          <Select
            aria-label={say('kind')}
            value={asked.kind ?? ''}
            onChange={(kind) => set('kind', kind)}
            options={[
              { value: '', label: say('all') },
              ...certificationKinds.map((value) => ({ value, label: say(value) })),
            ]}
          />
        </div>
      </div>
      {data ? (
        <>
          <Rows list={data.list} chosen={chosen} />
          {data.total > asked.size && (
            <Pagination
              className="certifications-pages"
              size="small"
              simple
              current={asked.page}
              pageSize={asked.size}
              total={data.total}
              onChange={(page) => set('page', String(page))}
            />
          )}
        </>
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="certifications-waiting">
          <Waiting rows={6} />
        </div>
      )}
    </>
  );
}

function Rows({ list, chosen }: { list: readonly CertificationSummary[]; chosen: string | undefined }) {
  const say = useWords();
  const { asked, to } = useQueueAddress();
  if (list.length === 0)
    return (
      <div className="console-nothing">
        <strong>{say(asked.state === 'pending' ? 'none' : 'noneOther')}</strong>
        {asked.state === 'pending' && <span className="secondary">{say('noneHint')}</span>}
      </div>
    );
  return (
    <ul className="console-rows">
      {list.map(({ id, kind, name, attempt, submittedAt }) => (
        <li key={id}>
          <Link to={to(id)} aria-current={id === chosen ? 'true' : undefined}>
            <span className="certifications-name">
              <strong>{name}</strong>
              <span className="chip">{say(kind)}</span>
            </span>
            <span className="secondary">
              <Moment at={submittedAt} />
              {attempt > 1 && ` · ${say('attempt', { attempt })}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
