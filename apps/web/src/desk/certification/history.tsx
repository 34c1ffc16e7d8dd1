import type { PastCertification } from '@proofkeep/contract';
import { CertificationChip } from '../../ui/account/certification-chip.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-history', text);

/** All certifications that were ever approved, if there is more than the current one. */
export function History({ list }: { list: readonly PastCertification[] }) {
  const t = useWords();
  if (list.length === 0 || (list.length === 1 && list[0]?.state === 'approved')) return null;
  return (
    <section className="panel certification-facts">
      <h2>{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <ul className="certification-history">
        {list.map(({ id, state, name, legalRepresentative, from, until }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              {legalRepresentative && <span className="secondary"> · {legalRepresentative}</span>}
              <CertificationChip state={state} />
            </span>
            <span className="secondary">
              <Moment at={from} /> – {until ? <Moment at={until} /> : t('now')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
