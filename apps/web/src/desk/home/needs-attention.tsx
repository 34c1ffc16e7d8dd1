import { CheckCircleOutlined, PayCircleOutlined } from '@ant-design/icons';
import { type AttestationSummary, type calls, previewDays, type ReplyOf } from '@proofkeep/contract';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { moment } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { AttentionRow } from './attention-row.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('home-waits', text);

type Home = ReplyOf<typeof calls.home.accountHome>;

interface Props extends Pick<Home, 'previews' | 'failures'> {
  /** Number of attestations awaiting payment; 0 for users who may not pay. */
  unpaid: number;
  /** False for users who may only view: they see the rows without buttons. */
  mayAct: boolean;
}

/** Loads the sentences of all failures, so it is loaded only for accounts with a failure. */
const FailureRows = lazy(async () => ({ default: (await import('./failure-rows.tsx')).FailureRows }));

/** Attestations that need a decision, each with its action. First section of the page. */
export function NeedsAttention({ previews, failures, unpaid, mayAct }: Props) {
  const t = useWords();
  const total = previews.total + failures.total + unpaid;
  if (total === 0)
    return (
      <p className="home-note panel">
        <CheckCircleOutlined aria-hidden className="home-done" /> {t('nothing')}
      </p>
    );
  return (
    <section className="home-part panel" aria-labelledby="home-waits">
      <header>
        <h2 id="home-waits">
          {t('title')} <span className="numbers secondary">{total}</span>
        </h2>
      </header>
      <ul className="home-rows">
        {unpaid > 0 && <UnpaidRow count={unpaid} />}
        {previews.list.map((row) => (
          <PreviewRow key={row.ano} row={row} mayAct={mayAct} />
        ))}
        {failures.list.length > 0 && (
          <Suspense>
            <FailureRows rows={failures.list} mayAct={mayAct} />
          </Suspense>
        )}
      </ul>
      <More
        links={[
          ...(previews.total > previews.list.length
            ? [{ to: '?state=preview', text: t('previews', { count: previews.total }) }]
            : []),
          ...(failures.total > failures.list.length ? [{ to: '?state=failed', text: t('failures') }] : []),
        ]}
      />
    </section>
  );
}

function More({ links }: { links: { to: string; text: string }[] }) {
  if (links.length === 0) return null;
  return (
    <footer className="actions">
      {links.map(({ to, text }) => (
        <Link key={to} to={`${paths.attestations}${to}`}>
          {text}
        </Link>
      ))}
    </footer>
  );
}

function UnpaidRow({ count }: { count: number }) {
  const t = useWords();
  return (
    <li>
      <PayCircleOutlined aria-hidden />
      <div className="home-name">
        <strong>{t('unpaid', { count })}</strong>
        <p className="secondary">{t('unpaidHint')}</p>
      </div>
      <LinkButton to={`${paths.costCenter}?tab=orders&orderState=pending`}>{t('pay')}</LinkButton>
    </li>
  );
}

interface RowProps {
  row: AttestationSummary;
  mayAct: boolean;
}

const dayMs = 86_400_000;

function PreviewRow({ row, mayAct }: RowProps) {
  const t = useWords();
  const time = moment(new Date(Date.parse(row.changedAt) + previewDays * dayMs));
  return (
    <AttentionRow row={row} why={t('until', { time })}>
      {mayAct && (
        <LinkButton to={paths.attestation(row.ano)} aria-label={t('lookAt', { name: row.name })}>
          {t('look')}
        </LinkButton>
      )}
    </AttentionRow>
  );
}
