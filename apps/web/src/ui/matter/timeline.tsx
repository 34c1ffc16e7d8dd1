import './matter.css';
import { type MatterJournalEntry, matterJournalWords } from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-timeline', text);

/** The journal of a matter, newest first; each entry shows its digest. */
export function MatterTimeline({ journal }: { journal: readonly MatterJournalEntry[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel matter-timeline">
      <h2>{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <ol>
        {journal.toReversed().map(({ seq, at, actor, event, detail, sha256 }) => (
          <li key={seq}>
            <p>
              <strong>{wordIn(matterJournalWords[event], language)}</strong>{' '}
              <span className="secondary">{actor.name}</span>
            </p>
            <p className="secondary numbers">
              <Moment at={at} /> · <code title={sha256}>{sha256.slice(0, 12)}</code>
            </p>
            {typeof detail.reason === 'string' && detail.reason !== '' && (
              <p className="matter-reason">{detail.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
