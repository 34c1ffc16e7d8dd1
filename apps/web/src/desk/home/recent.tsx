import type { AttestationSummary } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../ui/attestation/thumbnail.tsx';
import { Ago } from '../../ui/kit/ago.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-recent', text);

export function Recent({ rows }: { rows: readonly AttestationSummary[] }) {
  const t = useWords();
  return (
    <section className="home-part panel" aria-labelledby="home-recent">
      <header>
        <h2 id="home-recent">{t('title')}</h2>
        <Link to={paths.attestations}>{t('all')}</Link>
      </header>
      <ul className="home-rows">
        {rows.map((row) => (
          <li key={row.ano}>
            <Thumbnail src={row.thumbnail} kind={row.kind} />
            <Link className="home-name" to={paths.evidence(row)}>
              {row.name || row.url}
            </Link>
            <StateChip {...row} />
            <span className="secondary home-time">
              <Ago at={row.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
