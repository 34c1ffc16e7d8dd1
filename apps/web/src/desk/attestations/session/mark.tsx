import { words } from '../../../ui/words/words.ts';
import type { Link } from './connection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);
/** State of the recording, for each link; none if the notice above says it. */
const marks: Partial<Record<Link, 'recording' | 'waiting' | 'connecting' | 'again'>> = {
  connected: 'recording',
  waiting: 'waiting',
  connecting: 'connecting',
  lost: 'again',
};

export interface MarkProps {
  link: Link;
  latencyMs: number | null;
}

/** Says whether the session is being recorded. */
export function Mark({ link, latencyMs }: MarkProps) {
  const t = useWords();
  const mark = marks[link];
  if (!mark) return null;
  return (
    <p className="attestations-session-mark" data-on={link === 'connected'}>
      <span aria-hidden className="attestations-session-mark-dot" />
      {t(mark)}
      {latencyMs !== null && link === 'connected' && (
        <span className="secondary numbers"> {t('latency', { ms: Math.round(latencyMs) })}</span>
      )}
    </p>
  );
}
