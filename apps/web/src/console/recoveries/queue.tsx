import { type calls, type RecoverySummary, type ReplyOf, recoveryStates, recoveryWords } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pagination, Select } from 'antd';
import { Link } from 'react-router';
import { Moment } from '../../ui/moment.tsx';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { useQueueAddress } from './address.ts';

const useWords = words('console-recovery-queue', {
  state: ['状态', 'State'],
  none: ['没有待核实的申请', 'Nobody waits'],
  noneHint: [
    '丢失全部两步验证方式的用户提出申请后，会出现在这里。',
    'Who lost every second factor and asks for help stands here.',
  ],
  noneOther: ['没有这种状态的申请', 'No request is in this state'],
});

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.recovery.recoveries>>;
  chosen: string | undefined;
}

/** The oldest at the head. */
export function Queue({ title, queue: { data, error, refetch }, chosen }: Props) {
  const say = useWords();
  const language = useLanguage();
  const { asked, set } = useQueueAddress();
  return (
    <>
      <div className="recoveries-head">
        {chosen ? <h2 className="recoveries-title">{title}</h2> : <h1>{title}</h1>}
        <Select
          aria-label={say('state')}
          value={asked.state}
          onChange={(state) => set('state', state)}
          options={recoveryStates.map((value) => ({ value, label: wordIn(recoveryWords[value], language) }))}
        />
      </div>
      {data ? (
        <>
          <Rows list={data.list} chosen={chosen} />
          {data.total > asked.size && (
            <Pagination
              className="recoveries-pages"
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
        <div className="recoveries-pages">
          <Waiting rows={6} />
        </div>
      )}
    </>
  );
}

function Rows({ list, chosen }: { list: readonly RecoverySummary[]; chosen: string | undefined }) {
  const say = useWords();
  const { asked, to } = useQueueAddress();
  if (list.length === 0)
    return (
      <div className="console-nothing">
        <strong>{say(asked.state === 'asked' ? 'none' : 'noneOther')}</strong>
        {asked.state === 'asked' && <span className="secondary">{say('noneHint')}</span>}
      </div>
    );
  return (
    <ul className="console-rows">
      {list.map(({ id, name, phone, askedAt }) => (
        <li key={id}>
          <Link to={to(id)} aria-current={id === chosen ? 'true' : undefined}>
            <span className="recoveries-name">
              <strong>{name}</strong>
              <span className="secondary numbers">{phone}</span>
            </span>
            <span className="secondary">
              <Moment at={askedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
