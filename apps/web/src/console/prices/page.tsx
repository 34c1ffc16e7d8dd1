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
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { StateMark } from './state-mark.tsx';

const useWords = words('console-prices', {
  title: ['价目表', 'Price lists'],
  begin: ['起草新版本', 'Draft a new version'],
  draft: ['草稿', 'Draft'],
  saved: ['{by} 保存于', 'Saved by {by}'],
  version: ['第 {version} 版', 'Version {version}'],
  first: ['随产品提供', 'Came with the product'],
  recharge: ['充值金额选项', 'Recharge amounts'],
  rechargeHint: ['充值页面上可选的金额', 'What the recharge page offers'],
  choose: ['选择一个版本', 'Choose a version'],
  hint: [
    '已发布的价目表不会再改；调整价格时起草新版本，核对差异后发布。',
    'A list that was published is never changed. To change prices, draft a new version, look at what differs, and publish it.',
  ],
});

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const chosen = useOutlet();
  const { data, error, refetch } = useQuery(queryOf(calls.pricing.consolePrices, {}));
  return (
    <Split
      isChosen={chosen !== null}
      queue={
        <>
          <div className="prices-head">
            <h1>{say('title')}</h1>
            {data && !data.draft && <Begin list={data.list} />}
          </div>
          {error && !data && <RefusedPanel error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Waiting rows={5} />}
          {data && (
            <ul className="console-rows">
              <li>
                <NavLink to={paths.consoleRecharge}>
                  <strong>{say('recharge')}</strong>
                  <span className="secondary">{say('rechargeHint')}</span>
                </NavLink>
              </li>
              {data.draft && (
                <li>
                  <NavLink to={paths.consolePriceList('draft')}>
                    <strong>{say('draft')}</strong>
                    <span className="secondary">
                      {say('saved', { by: data.draft.by })} <Moment at={data.draft.savedAt} />
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
      matter={
        chosen ?? (
          <div className="console-nothing">
            <h2>{say('choose')}</h2>
            <p className="secondary">{say('hint')}</p>
          </div>
        )
      }
    />
  );
}

function Row({ one }: { one: PriceVersion }) {
  const say = useWords();
  return (
    <li>
      <NavLink to={paths.consolePriceList(one.version)}>
        <span className="prices-row">
          <strong>{say('version', { version: one.version })}</strong>
          <StateMark state={one.state} />
        </span>
        <span className="secondary">
          {one.by ?? say('first')} · <Moment at={one.validFrom} />
        </span>
      </NavLink>
    </li>
  );
}

/** The draft begins as the list that is in force. */
function Begin({ list }: { list: readonly PriceVersion[] }) {
  const say = useWords();
  const navigate = useNavigate();
  const beginning = useMutation({
    mutationFn: async () => {
      const present = list.find(({ state }) => state === 'present');
      const { content } = await ask(calls.pricing.consolePriceList, { version: present?.version ?? 1 });
      await ask(calls.pricing.savePriceDraft, { revision: 0, content });
    },
    onSuccess: () => navigate(paths.consolePriceList('draft')),
    onSettled: () => refresh('priceLists'),
  });
  return (
    <Button type="primary" loading={beginning.isPending} onClick={() => beginning.mutate()}>
      {say('begin')}
    </Button>
  );
}
