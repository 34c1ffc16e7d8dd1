import { calls, ledgerProblemWords, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useAccountWords } from '../ui/ledger.tsx';

const useWords = words('console-overview-money', {
  payments: ['付款', 'Payments'],
  open_one: ['{count} 笔待处理', '{count} payment to be looked at'],
  open_other: ['{count} 笔待处理', '{count} payments to be looked at'],
  nothing: ['没有需要处理的付款', 'None has to be looked at'],
  since: ['最早收到于', 'The oldest since'],
  look: ['去处理', 'Look at them'],
  ledger: ['账本', 'Ledger'],
  empty: ['还没有分录', 'No entries yet'],
  total: ['合计', 'In all'],
  owed: ['支付平台资金为负数，是平台代我们持有的款项。', 'Funds below zero are money that a provider holds for us.'],
  sound: ['合计为零，收支相符', 'It sums to zero, as it has to'],
  unsound: ['合计不为零，请立即通知平台技术负责人', 'It does not sum to zero: tell whoever runs the servers at once'],
  checkedAt: ['最近一次核查', 'Last checked'],
  never: ['尚未核查，每晚自动进行', 'Not checked yet: it is, every night'],
  good_one: ['{count} 笔转账，全部相符', '{count} transfer, all of it fits'],
  good_other: ['{count} 笔转账，全部相符', '{count} transfers, all of it fits'],
  bad_one: ['发现 {count} 处问题，请通知平台技术负责人', '{count} problem: tell whoever runs the servers'],
  bad_other: ['发现 {count} 处问题，请通知平台技术负责人', '{count} problems: tell whoever runs the servers'],
});

type Standing = ReplyOf<typeof calls.consoleBilling.ledgerStanding>;

/** Asked when somebody looks, not by itself. */
export function Money() {
  const { data, error, refetch } = useQuery(queryOf(calls.consoleBilling.ledgerStanding, {}));
  if (!data) return error ? <RefusedPanel error={error} onRetry={() => void refetch()} /> : <Waiting rows={4} />;
  return (
    <>
      <Payments {...data.issues} />
      <Ledger {...data} />
    </>
  );
}

function Payments({ open, oldestAt }: Standing['issues']) {
  const say = useWords();
  return (
    <section className="panel overview-panel">
      <h2>{say('payments')}</h2>
      <p>
        {open > 0 ? say('open', { count: open }) : say('nothing')}
        {oldestAt && (
          <span className="secondary">
            {' · '}
            {say('since')} <Moment at={oldestAt} />
          </span>
        )}
      </p>
      {open > 0 && (
        <div>
          <LinkButton to={paths.consolePayments} type="primary">
            {say('look')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

function Ledger({ sums, totalCents, check }: Standing) {
  const say = useWords();
  const nameOf = useAccountWords();
  return (
    <section className="panel overview-panel">
      <h2>{say('ledger')}</h2>
      {sums.length === 0 ? (
        <p>{say('empty')}</p>
      ) : (
        <dl className="overview-sums">
          {sums.map(({ account, provider, cents }) => (
            <div key={`${account} ${provider}`}>
              <dt>{nameOf(account, provider)}</dt>
              <dd className="numbers">{amount(cents)}</dd>
            </div>
          ))}
          <div>
            <dt>{say('total')}</dt>
            <dd className="numbers">{amount(totalCents)}</dd>
          </div>
        </dl>
      )}
      {sums.length > 0 && (
        <>
          <p className="overview-verdict" data-tone={totalCents === 0 ? 'good' : 'danger'}>
            {say(totalCents === 0 ? 'sound' : 'unsound')}
          </p>
          <p className="secondary">{say('owed')}</p>
        </>
      )}
      <Check check={check} />
    </section>
  );
}

function Check({ check }: Pick<Standing, 'check'>) {
  const say = useWords();
  const language = useLanguage();
  if (!check) return <p className="secondary">{say('never')}</p>;
  return (
    <>
      <p className="overview-verdict" data-tone={check.problems > 0 ? 'danger' : 'good'}>
        {check.problems > 0 ? say('bad', { count: check.problems }) : say('good', { count: check.transfers })}
      </p>
      {check.found.length > 0 && (
        <ul className="overview-failures">
          {check.found.map(({ what, subject }) => (
            <li key={`${what} ${subject}`}>
              <code>{subject}</code>
              <span>{wordIn(ledgerProblemWords[what], language)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="secondary">
        {say('checkedAt')} <Moment at={check.at} />
      </p>
    </>
  );
}
