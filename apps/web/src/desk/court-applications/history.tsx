import { type CourtEvent, courtApplicationEventWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-history', text);

/** Events of the application with their actors, latest first. */
export function History({ events }: { events: readonly CourtEvent[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="court-applications-history">
      <h2>{t('title')}</h2>
      <ol>
        {[...events].reverse().map(({ event, at, name, note }) => (
          <li key={`${at} ${event}`}>
            <strong>
              {wordIn(courtApplicationEventWords[event as keyof typeof courtApplicationEventWords], language)}
            </strong>{' '}
            <span className="secondary">
              {name} · <Moment at={at} />
            </span>
            {note && <p className="secondary court-applications-note">{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
