import { calls, ledgerProblemWords, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useAccountWords } from '../ui/ledger.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-overview-money', text);

type LedgerSummary = ReplyOf<typeof calls.consoleOrders.ledgerSummary>;

/** Loaded when the page is opened; not polled. */
export function Money() {
  const { data, error, refetch } = useQuery(queryOf(calls.consoleOrders.ledgerSummary, {}));
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />;
  return (
    <>
      <Payments {...data.issues} />
      <Ledger {...data} />
    </>
  );
}

function Payments({ open, oldestAt }: LedgerSummary['issues']) {
  const t = useWords();
  return (
    <section className="panel console-overview-panel">
      <h2>{t('payments')}</h2>
      <p>
        {open > 0 ? t('open', { count: open }) : t('nothing')}
        {oldestAt && (
          <span className="secondary">
            {' · '}
            {t('since')} <Moment at={oldestAt} />
          </span>
        )}
      </p>
      {open > 0 && (
        <div>
          <LinkButton to={paths.consolePayments} type="primary">
            {t('look')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

function Ledger({ sums, totalCents, check }: LedgerSummary) {
  const t = useWords();
  const nameOf = useAccountWords();
  return (
    <section className="panel console-overview-panel">
      <h2>{t('ledger')}</h2>
      {sums.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <dl className="console-overview-sums">
          {sums.map(({ account, provider, cents }) => (
            <div key={`${account} ${provider}`}>
              <dt>{nameOf(account, provider)}</dt>
              <dd className="numbers">{amount(cents)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('total')}</dt>
            <dd className="numbers">{amount(totalCents)}</dd>
          </div>
        </dl>
      )}
      {sums.length > 0 && (
        <>
          <p className="console-overview-verdict" data-tone={totalCents === 0 ? 'good' : 'danger'}>
            {t(totalCents === 0 ? 'sound' : 'unsound')}
          </p>
          <p className="secondary">{t('owed')}</p>
        </>
      )}
      <Check check={check} />
    </section>
  );
}

function Check({ check }: Pick<LedgerSummary, 'check'>) {
  const t = useWords();
  const language = useLanguage();
  if (!check) return <p className="secondary">{t('never')}</p>;
  return (
    <>
      <p className="console-overview-verdict" data-tone={check.problems > 0 ? 'danger' : 'good'}>
        {check.problems > 0 ? t('bad', { count: check.problems }) : t('good', { count: check.transfers })}
      </p>
      {check.found.length > 0 && (
        <ul className="console-overview-failures">
          {check.found.map(({ what, subject }) => (
            <li key={`${what} ${subject}`}>
              <code>{subject}</code>
              <span>{wordIn(ledgerProblemWords[what], language)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="secondary">
        {t('checkedAt')} <Moment at={check.at} />
      </p>
    </>
  );
}
