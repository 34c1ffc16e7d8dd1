import { CheckCircleOutlined, PayCircleOutlined } from '@ant-design/icons';
import { type AttestationSummary, calls, previewDays, type ReplyOf, sentenceIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Thumbnail } from '../../ui/attestation/thumbnail.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { moment } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-waits', text);

type Home = ReplyOf<typeof calls.home.accountHome>;

interface Props extends Pick<Home, 'previews' | 'failures'> {
  /** Number of attestations awaiting payment; 0 for users who may not pay. */
  unpaid: number;
  /** False for users who may only view: they see the rows without buttons. */
  mayAct: boolean;
}

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
        {failures.list.map((row) => (
          <FailureRow key={row.ano} row={row} mayAct={mayAct} />
        ))}
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
    <WaitingRow row={row} why={t('until', { time })}>
      {mayAct && (
        <LinkButton to={paths.attestation(row.ano)} aria-label={t('lookAt', { name: row.name })}>
          {t('look')}
        </LinkButton>
      )}
    </WaitingRow>
  );
}

function FailureRow({ row, mayAct }: RowProps) {
  const t = useWords();
  const language = useLanguage();
  const retry = useMutation({
    mutationFn: () => ask(calls.attestations.retry, { ano: row.ano }),
    // Also after a refusal: the state may have changed meanwhile.
    onSettled: () => refresh('attestations'),
  });
  return (
    <WaitingRow row={row} why={row.failure ? sentenceIn(row.failure.said, language) : t('failed')} isFailure>
      {mayAct && (
        <Button loading={retry.isPending} aria-label={t('retryOf', { name: row.name })} onClick={() => retry.mutate()}>
          {t('retry')}
        </Button>
      )}
    </WaitingRow>
  );
}

function WaitingRow(props: { row: AttestationSummary; why: string; isFailure?: boolean; children: ReactNode }) {
  const { row, why, isFailure = false, children } = props;
  return (
    <li>
      <Thumbnail src={row.thumbnail} kind={row.kind} />
      <div className="home-name">
        <Link to={paths.attestation(row.ano)}>{row.name}</Link>
        <p className={isFailure ? 'home-failure' : 'secondary numbers'}>{why}</p>
      </div>
      {children}
    </li>
  );
}
