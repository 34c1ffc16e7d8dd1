import './chain.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { LoadedPage } from '../loaded-page.tsx';
import { Checkpoints } from './checkpoints.tsx';
import { Growth } from './growth.tsx';
import { OutsideTools } from './outside-tools.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('chain', text);

const everyMs = 5_000;

/** Live view of the transparency log. Visitors can verify everything shown with the commands and files on the page. */
export function Component() {
  const t = useWords();
  const found = useQuery({
    ...queryOf(calls.chain.chainInfo, {}),
    refetchInterval: everyMs,
    staleTime: 0,
    meta: { isShownInPlace: true },
  });
  return (
    <LoadedPage title={t('title')} intro={t('intro')} loading={t('loading')} found={found}>
      {(data) => (
        <>
          <p className="secondary chain-live" data-stale={found.isRefetchError}>
            <span className="chain-dot" /> {t(found.isRefetchError ? 'stale' : 'live')}{' '}
            <Moment at={new Date(found.dataUpdatedAt).toISOString()} />
          </p>
          <div className="chain-head">
            <dl className="panel chain-size">
              <div>
                <dt>{t('size')}</dt>
                <dd className="chain-number numbers">{data.size.toLocaleString('en-US')}</dd>
              </div>
              {data.root && <Value name={t('root')} text={data.root} />}
              <Value name={t('origin')} text={data.origin} />
              <Value name={t('vkey')} text={data.vkey} />
            </dl>
            <Growth growth={data.growth} />
          </div>
          {data.size === 0 ? (
            <div className="panel chain-empty">
              <h2>{t('empty')}</h2>
              <p className="secondary">{t('emptyHelp')}</p>
            </div>
          ) : (
            <Checkpoints checkpoints={data.checkpoints} />
          )}
          <OutsideTools chain={data} />
        </>
      )}
    </LoadedPage>
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
