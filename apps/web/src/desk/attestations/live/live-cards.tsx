import './live.css';
import type { AttestationSummary } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { followed, infoOf } from '../acts.ts';
import { Answer } from '../answer.tsx';
import { CaptureStepLine } from '../capture-step.tsx';
import { Completeness } from '../completeness.tsx';
import { Facts } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { Screenshot } from '../picture/screenshot.tsx';
import { SecondLine } from '../second-line.tsx';
import { Unpaid } from '../unpaid.tsx';
import { LiveHeading } from './live-heading.tsx';
import { Rungs } from './rungs.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('live-cards', text);

/** One card per capture of this batch, in the order of `anos`. */
export function LiveCards({ anos, ref }: { anos: string[]; ref: Ref<HTMLElement> }) {
  const { data, error, refetch } = useQuery(followed(anos));
  const rows = data?.list.toSorted((a, b) => anos.indexOf(a.ano) - anos.indexOf(b.ano)) ?? [];
  return (
    <section className="attestations-live-cards" aria-labelledby="live-cards" ref={ref} tabIndex={-1}>
      <LiveHeading id="live-cards" rows={rows} />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {rows.map((row) => (
        <LiveCard key={row.ano} row={row} />
      ))}
    </section>
  );
}

function LiveCard({ row }: { row: AttestationSummary }) {
  return (
    <article className="attestations-live-card panel">
      <header>
        <h2>
          <Link to={paths.evidence(row)}>{row.name || row.url}</Link>
        </h2>
        <StateChip {...row} />
      </header>
      <p className="secondary mono">{row.url}</p>
      <Rungs row={row} />
      {row.state !== 'unpaid' && row.state !== 'failed' && row.state !== 'cancelled' && <SecondLine row={row} />}
      <Body row={row} />
    </article>
  );
}

function Body({ row }: { row: AttestationSummary }) {
  const t = useWords();
  switch (row.state) {
    case 'preview':
      return <Preview row={row} />;
    case 'unpaid':
      return <Unpaid row={row} />;
    case 'failed':
      return <Failure row={row} />;
    case 'cancelled':
      return <p>{t('cancelled')}</p>;
    case 'succeeded':
      return <LinkButton to={paths.attestation(row.ano)}>{t('open')}</LinkButton>;
    default:
      return <CaptureStepLine row={row} />;
  }
}

/** Preview before confirmation: screenshot, facts and missing parts. */
function Preview({ row }: { row: AttestationSummary }) {
  const { ano, name, url } = row;
  const [query, setQuery] = useSearchParams();
  const replace = (next: AttestationSummary) => {
    const anos = query.getAll('ano').map((one) => (one === ano ? next.ano : one));
    const others = [...query].filter(([name]) => name !== 'ano');
    setQuery(new URLSearchParams([...others, ...anos.map((one) => ['ano', one])]), { replace: true });
  };
  const { data, error, refetch } = useQuery(infoOf(ano));
  return (
    <>
      <div className="attestations-preview">
        <Screenshot ano={ano} name={name || url} />
        <div>
          {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {!error && !data && <Skeleton />}
          {data && <Completeness detail={data} />}
          {data && <Facts detail={data} />}
        </div>
      </div>
      <div className="actions">
        <Answer row={row} onAgain={replace} />
      </div>
    </>
  );
}
