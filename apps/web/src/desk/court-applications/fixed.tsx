import { type CourtApplication, courtSides, courtSideWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Verification } from './verification.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('court-fixed', text);

/** The application with its signed list. */
export function Fixed({ application }: { application: CourtApplication }) {
  const t = useWords();
  const language = useLanguage();
  const { court, caseNo, cause, parties, items, evidence } = application;
  return (
    <div className="court-applications-column">
      <section className="panel court-applications-part">
        <h2>{court}</h2>
        <p>{[caseNo, cause].filter(Boolean).join(' · ')}</p>
        <dl className="court-applications-facts">
          {courtSides.map((side) => (
            <div key={side}>
              <dt>{wordIn(courtSideWords[side], language)}</dt>
              <dd>
                {parties
                  .filter((party) => party.side === side)
                  .map(({ name, idNumber }) => (idNumber ? `${name}（${idNumber}）` : name))
                  .join('、')}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="panel court-applications-part">
        <h2>{t('items', { count: items.length })}</h2>
        <ol className="court-applications-items">
          {items.map((item, at) => (
            <li key={item.ano} className="court-applications-item">
              <p>
                <strong>
                  {at + 1}. {item.name}
                </strong>{' '}
                <Link className="mono" to={paths.attestation(item.ano)}>
                  {item.ano}
                </Link>
              </p>
              <p className="court-applications-purpose">{item.purpose}</p>
              <p className="secondary">
                {item.source} {item.pages && t('pages', { pages: item.pages })}
              </p>
              <Verification evidence={evidence.find(({ ano }) => ano === item.ano)} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
