import './overview.css';
import { calls, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Chip } from '../../ui/kit/chip.tsx';
import { done, failed } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { AgoCell } from '../../ui/kit/moment-cell.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { moment } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { useFailureWords } from '../ui/failure-words.ts';
import { Money } from './money.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-overview', text);

type Overview = ReplyOf<typeof calls.console.consoleOverview>;

/** Polled, because the overview is left open on a screen. */
const againMs = 15_000;

export function Component() {
  const t = useWords();
  const found = useQuery({
    ...queryOf(calls.console.consoleOverview, {}),
    refetchInterval: againMs,
  });
  const { data: me } = useQuery(whoIsStaff);
  return (
    <>
      <PageHeading title={t('title')}>
        {found.data && (
          <span className="secondary">
            {t('asOf')} <Moment at={found.data.at} />
          </span>
        )}
      </PageHeading>
      <QueryView query={found} rows={8}>
        {(data) => (
          <div className="console-overview">
            {me?.role === 'operator' && <Work overview={data} />}
            <Captures {...data.captures} mayOpen={me?.role === 'operator'} />
            <Nodes nodes={data.nodes} />
            <Health {...data} />
            {me?.role === 'operator' && <Money />}
          </div>
        )}
      </QueryView>
    </>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel console-overview-panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const work = {
  reports: paths.consoleReports,
  certifications: paths.consoleCertifications,
  recoveries: paths.consoleRecoveries,
  invoices: paths.consoleInvoices,
  bankTransfers: paths.consoleBankTransfers,
} as const;

/** Pending work for operators; each count leads to its queue. */
function Work({ overview }: { overview: Overview }) {
  const t = useWords();
  return (
    <Panel title={t('work')}>
      <ul className="console-overview-work">
        {(Object.keys(work) as (keyof typeof work)[]).map((what) => {
          const { pending, oldestAt } = overview[what];
          return (
            <li key={what} data-waits={pending > 0}>
              <Link to={work[what]}>
                <span>{t(what)}</span>
                {oldestAt && (
                  <span className="secondary">
                    {t('since')} <Moment at={oldestAt} />
                  </span>
                )}
                <strong className="numbers">{pending > 0 ? t('pending', { count: pending }) : t('nonePending')}</strong>
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Captures({
  queuing,
  capturing,
  succeeded,
  failed,
  failedAttempts,
  failures,
  oldestQueuedAt,
  mayOpen,
}: Overview['captures'] & { mayOpen: boolean }) {
  const t = useWords();
  const sayFailure = useFailureWords();
  const counts = { queuing, capturing, succeeded, failed, failedAttempts };
  return (
    <Panel title={t('captures')}>
      <dl className="console-overview-counts">
        {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
          <div key={name} data-tone={name === 'failed' && failed > 0 ? 'danger' : undefined}>
            <dt>{t(name)}</dt>
            <dd className="numbers">
              {mayOpen ? <Link to={paths.consoleCapturesOf(name)}>{counts[name]}</Link> : counts[name]}
            </dd>
          </div>
        ))}
      </dl>
      {oldestQueuedAt && (
        <p className="secondary">
          {t('oldest')} <Moment at={oldestQueuedAt} />
        </p>
      )}
      {failures.length > 0 && (
        <>
          <h3>{t('why')}</h3>
          <ul className="console-overview-failures">
            {failures.map(({ code, count }) => (
              <li key={code}>
                {mayOpen ? (
                  <Link to={paths.consoleCapturesOf('failed', code)}>{sayFailure(code)}</Link>
                ) : (
                  <span>{sayFailure(code)}</span>
                )}
                <span className="numbers">{t('times', { count })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Nodes({ nodes }: Pick<Overview, 'nodes'>) {
  const t = useWords();
  return (
    <Panel title={t('nodes')}>
      {nodes.length === 0 ? (
        <p>{t('noNodes')}</p>
      ) : (
        <table className="console-table">
          <TableHead columns={[t('node'), t('carries'), t('seen')]} />
          <tbody>
            {nodes.map(({ name, seenAt, isThere, isClockFar, clockOffsetMs, place, captures, sessions }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code> {place && <span className="secondary">{`${place.name} (${place.region})`}</span>}{' '}
                  <Chip {...(isThere ? done : failed)}>{t(isThere ? 'there' : 'away')}</Chip>{' '}
                  {isClockFar && (
                    <Chip {...failed}>{t('clockFar', { seconds: ((clockOffsetMs ?? 0) / 1000).toFixed(1) })}</Chip>
                  )}
                </td>
                <td data-label={t('carries')} className="numbers">
                  {captures === null || sessions === null ? '-' : t('capacity', { captures, sessions })}
                </td>
                <AgoCell label={t('seen')} at={seenAt} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Health({
  log,
  silentAuthorities,
  storeCheck,
  textCodes,
}: Pick<Overview, 'log' | 'silentAuthorities' | 'storeCheck' | 'textCodes'>) {
  const t = useWords();
  const { thisHour, limit } = textCodes;
  return (
    <>
      <Panel title={t('log')}>
        <dl className="console-overview-facts">
          <dt>{t('size')}</dt>
          <dd className="numbers">{log.size.toLocaleString('en-US')}</dd>
          <dt>{t('checkpoint')}</dt>
          <dd>{log.checkpointAt ? <Moment at={log.checkpointAt} /> : t('none')}</dd>
        </dl>
        {silentAuthorities.map(({ authority, since }) => (
          <p key={authority} data-tone="danger" className="console-overview-verdict">
            {t('silentAuthority', { authority, since: moment(since) })}
          </p>
        ))}
      </Panel>
      <Panel title={t('codes')}>
        <dl className="console-overview-facts">
          <dt>{t('codesSent')}</dt>
          <dd className="numbers">{t('codesOf', { sent: thisHour, limit })}</dd>
        </dl>
        {thisHour >= 0.8 * limit && (
          <p data-tone="danger" className="console-overview-verdict">
            {t('codesMany')}
          </p>
        )}
      </Panel>
      <Panel title={t('check')}>
        {storeCheck === null ? (
          <p>{t('checkNever')}</p>
        ) : (
          <>
            <p data-tone={storeCheck.problems > 0 ? 'danger' : 'success'} className="console-overview-verdict">
              {storeCheck.problems > 0
                ? t('checkWrong', { count: storeCheck.problems })
                : t('checkSound', { count: storeCheck.attestations })}
            </p>
            <p className="secondary">
              {t('checkedAt')} <Moment at={storeCheck.at} />
            </p>
          </>
        )}
      </Panel>
    </>
  );
}
