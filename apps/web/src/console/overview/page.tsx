import './overview.css';
import { calls, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { useFailureWords } from './failure-words.ts';
import { Money } from './money.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-overview', text);

type Overview = ReplyOf<typeof calls.console.consoleOverview>;

/** Polled, because the overview is left open on a screen. */
const againMs = 15_000;

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.console.consoleOverview, {}),
    refetchInterval: againMs,
  });
  const { data: me } = useQuery(whoIsStaff);
  return (
    <>
      <div className="page-heading">
        <h1>{say('title')}</h1>
        {data && (
          <span className="secondary">
            {say('asOf')} <Moment at={data.at} />
          </span>
        )}
      </div>
      {data ? (
        <div className="console-overview">
          {me?.role === 'operator' && (
            <>
              <Waits what="certifications" to={paths.consoleCertifications} {...data.certifications} />
              <Waits what="recoveries" to={paths.consoleRecoveries} {...data.recoveries} />
            </>
          )}
          <Captures {...data.captures} />
          <Nodes nodes={data.nodes} />
          <Health {...data} />
          {me?.role === 'operator' && <Money />}
        </div>
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting rows={8} />
      )}
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

interface WaitsProps extends Readonly<Overview['certifications']> {
  what: 'certifications' | 'recoveries';
  to: string;
}

/** Pending work for operators. */
function Waits({ what, to, pending, oldestAt }: WaitsProps) {
  const say = useWords();
  return (
    <Panel title={say(what)}>
      <p>
        {pending > 0 ? say('pending', { count: pending }) : say('nonePending')}
        {oldestAt && (
          <span className="secondary">
            {' · '}
            {say('since')} <Moment at={oldestAt} />
          </span>
        )}
      </p>
      {pending > 0 && (
        <div>
          <LinkButton to={to} type="primary">
            {say('review')}
          </LinkButton>
        </div>
      )}
    </Panel>
  );
}

function Captures({ queuing, capturing, succeeded, failed, failures, oldestQueuedAt }: Overview['captures']) {
  const say = useWords();
  const sayFailure = useFailureWords();
  const counts = { queuing, capturing, succeeded, failed };
  return (
    <Panel title={say('captures')}>
      <dl className="console-overview-counts">
        {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
          <div key={name} data-tone={name === 'failed' && failed > 0 ? 'danger' : undefined}>
            <dt>{say(name)}</dt>
            <dd className="numbers">{counts[name]}</dd>
          </div>
        ))}
      </dl>
      {oldestQueuedAt && (
        <p className="secondary">
          {say('oldest')} <Moment at={oldestQueuedAt} />
        </p>
      )}
      {failures.length > 0 && (
        <>
          <h3>{say('why')}</h3>
          <ul className="console-overview-failures">
            {failures.map(({ code, count }) => (
              <li key={code}>
                <span>{sayFailure(code)}</span>
                <span className="numbers">{say('times', { count })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Nodes({ nodes }: Pick<Overview, 'nodes'>) {
  const say = useWords();
  return (
    <Panel title={say('nodes')}>
      {nodes.length === 0 ? (
        <p>{say('noNodes')}</p>
      ) : (
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{say('node')}</th>
              <th scope="col">{say('seen')}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ name, seenAt, isThere, isClockFar, clockOffsetMs }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>{' '}
                  <span className="chip" data-tone={isThere ? 'success' : 'danger'}>
                    {say(isThere ? 'there' : 'away')}
                  </span>{' '}
                  {isClockFar && (
                    <span className="chip" data-tone="danger">
                      {say('clockFar', { seconds: ((clockOffsetMs ?? 0) / 1000).toFixed(1) })}
                    </span>
                  )}
                </td>
                <td data-label={say('seen')}>
                  <Moment at={seenAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Health({ log, storeCheck, textCodes }: Pick<Overview, 'log' | 'storeCheck' | 'textCodes'>) {
  const say = useWords();
  const { thisHour, limit } = textCodes;
  return (
    <>
      <Panel title={say('log')}>
        <dl className="console-overview-facts">
          <dt>{say('size')}</dt>
          <dd className="numbers">{log.size.toLocaleString('en-US')}</dd>
          <dt>{say('checkpoint')}</dt>
          <dd>{log.checkpointAt ? <Moment at={log.checkpointAt} /> : say('none')}</dd>
        </dl>
      </Panel>
      <Panel title={say('codes')}>
        <dl className="console-overview-facts">
          <dt>{say('codesSent')}</dt>
          <dd className="numbers">{say('codesOf', { sent: thisHour, limit })}</dd>
        </dl>
        {thisHour >= 0.8 * limit && (
          <p data-tone="danger" className="console-overview-verdict">
            {say('codesMany')}
          </p>
        )}
      </Panel>
      <Panel title={say('check')}>
        {storeCheck === null ? (
          <p>{say('checkNever')}</p>
        ) : (
          <>
            <p data-tone={storeCheck.problems > 0 ? 'danger' : 'success'} className="console-overview-verdict">
              {storeCheck.problems > 0
                ? say('checkWrong', { count: storeCheck.problems })
                : say('checkSound', { count: storeCheck.attestations })}
            </p>
            <p className="secondary">
              {say('checkedAt')} <Moment at={storeCheck.at} />
            </p>
          </>
        )}
      </Panel>
    </>
  );
}
