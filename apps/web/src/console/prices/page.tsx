import './prices.css';
import { calls, type PriceVersion } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { NavLink, useNavigate, useOutlet } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { NoneChosen, Split } from '../ui/split.tsx';
import { StateMark } from './state-mark.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-prices', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const chosen = useOutlet();
  const { data, error, refetch } = useQuery(queryOf(calls.money.consolePrices, {}));
  return (
    <Split
      isChosen={chosen !== null}
      queue={
        <>
          <div className="console-prices-head">
            {chosen ? <h2>{t('title')}</h2> : <h1>{t('title')}</h1>}
            {data && !data.draft && <Begin list={data.list} />}
          </div>
          {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton rows={5} />}
          {data && (
            <ul className="console-rows">
              <li>
                <NavLink to={paths.consoleRecharge}>
                  <strong>{t('recharge')}</strong>
                  <span className="secondary">{t('rechargeHint')}</span>
                </NavLink>
              </li>
              {data.draft && (
                <li>
                  <NavLink to={paths.consolePriceList('draft')}>
                    <strong>{t('draft')}</strong>
                    <span className="secondary">
                      {t('saved', { by: data.draft.by })} <Moment at={data.draft.savedAt} />
                    </span>
                  </NavLink>
                </li>
              )}
              {data.list.map((one) => (
                <Row key={one.version} one={one} />
              ))}
            </ul>
          )}
        </>
      }
      item={chosen ?? <NoneChosen title={t('choose')} hint={t('hint')} />}
    />
  );
}

function Row({ one }: { one: PriceVersion }) {
  const t = useWords();
  return (
    <li>
      <NavLink to={paths.consolePriceList(one.version)}>
        <span className="console-prices-row">
          <strong>{t('version', { version: one.version })}</strong>
          <StateMark state={one.state} />
        </span>
        <span className="secondary">
          {one.by ?? t('first')} · <Moment at={one.validFrom} />
        </span>
      </NavLink>
    </li>
  );
}

/** A new draft starts as a copy of the current price list. */
function Begin({ list }: { list: readonly PriceVersion[] }) {
  const t = useWords();
  const navigate = useNavigate();
  const beginning = useMutation({
    mutationFn: async () => {
      const present = list.find(({ state }) => state === 'present');
      const { content } = await ask(calls.money.consolePriceList, { version: present?.version ?? 1 });
      await ask(calls.money.savePriceDraft, { revision: 0, content });
    },
    onSuccess: () => navigate(paths.consolePriceList('draft')),
    onSettled: () => refresh('priceLists'),
  });
  return (
    <Button type="primary" loading={beginning.isPending} onClick={() => beginning.mutate()}>
      {t('begin')}
    </Button>
  );
}
