import './chain.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { NotCome } from '../notice.tsx';
import { Checkpoints } from './checkpoints.tsx';
import { Growth } from './growth.tsx';
import { OutsideTools } from './outside-tools.tsx';

const useWords = words('chain', {
  title: ['存证日志', 'The log'],
  intro: [
    '每份存证封存时，其清单的摘要都会写入这份只增不改的公开日志。日志不含任何证据内容。',
    'When an attestation is sealed, the digest of its manifest is written to this public log, which can only grow. It holds nothing of the evidence itself.',
  ],
  loading: ['正在读取日志', 'Reading the log'],
  size: ['条目数', 'Entries'],
  root: ['当前根哈希', 'Root hash'],
  origin: ['日志名称', 'Name of the log'],
  vkey: ['验证密钥', 'Verifier key'],
  empty: ['日志还是空的', 'The log is still empty'],
  emptyHelp: [
    '第一份存证封存之后，这里会出现条目、根哈希和检查点。',
    'Entries, root hash and checkpoints stand here once the first attestation has been sealed.',
  ],
  live: ['页面打开期间自动更新，上次更新于', 'Refreshed while this page is open, last at'],
  stale: ['暂时无法更新，显示的是以前的内容，时间为', 'It cannot be refreshed just now; what stands here is from'],
});

const everyMs = 5_000;

/** The log, live: nothing here has to be believed, all of it can be checked from outside. */
export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data, error, dataUpdatedAt, isRefetchError, refetch } = useQuery({
    ...queryOf(calls.chain.chainInfo, {}),
    refetchInterval: everyMs,
    staleTime: 0,
    meta: { isSaidInPlace: true },
  });
  return (
    <>
      <h1>{say('title')}</h1>
      <p className="secondary public-intro">{say('intro')}</p>
      {!data && !error && <p role="status">{say('loading')}</p>}
      {!data && error && <NotCome error={error} refetch={refetch} />}
      {data && (
        <>
          <p className="secondary chain-live" data-stale={isRefetchError}>
            <span className="chain-dot" /> {say(isRefetchError ? 'stale' : 'live')}{' '}
            <Moment at={new Date(dataUpdatedAt).toISOString()} />
          </p>
          <div className="chain-head">
            <dl className="panel chain-size">
              <div>
                <dt>{say('size')}</dt>
                <dd className="chain-number numbers">{data.size.toLocaleString('en-US')}</dd>
              </div>
              {data.root && <Value name={say('root')} text={data.root} />}
              <Value name={say('origin')} text={data.origin} />
              <Value name={say('vkey')} text={data.vkey} />
            </dl>
            <Growth growth={data.growth} />
          </div>
          {data.size === 0 ? (
            <div className="panel chain-empty">
              <h2>{say('empty')}</h2>
              <p className="secondary">{say('emptyHelp')}</p>
            </div>
          ) : (
            <Checkpoints checkpoints={data.checkpoints} />
          )}
          <OutsideTools chain={data} />
        </>
      )}
    </>
  );
}

const Value = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <code>{text}</code> <Copy text={text} what={name} />
    </dd>
  </div>
);
