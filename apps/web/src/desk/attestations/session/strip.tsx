import { type CSSProperties, useEffect, useState } from 'react';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import type { Figures } from './figures.ts';
import { Mark, type MarkProps } from './mark.tsx';
import { Stop } from './stop.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);
/** As in session.css. */
const narrow = '(max-width: 900px)';

/** Whether the panel doesn't fit beside the picture. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches);
  useEffect(() => {
    const query = matchMedia(narrow);
    const onChange = () => setNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return isNarrow;
}

interface Props extends MarkProps {
  ano: string;
  figures: Figures;
}

/** What a user has to see at all times, where the panel is out of view: it stays at the bottom of the screen. */
export function Strip({ ano, figures: { usedMs, remainingMs, cost, isSoon }, ...mark }: Props) {
  const t = useWords();
  const keyboardPx = useKeyboardHeight();
  return (
    <section
      className="attestations-session-strip"
      aria-label={t('label')}
      style={{ '--keyboard': `${keyboardPx}px` } as CSSProperties}
    >
      <div>
        <Mark {...mark} />
        <p className="attestations-session-strip-figures numbers">
          <span data-soon={isSoon}>{t('times', { used: clock(usedMs), left: clock(remainingMs) })}</span>
          <span>{cost}</span>
        </p>
      </div>
      <Stop ano={ano} />
    </section>
  );
}

/** Height of the on-screen keyboard, which covers the page's bottom in most browsers. */
function useKeyboardHeight(): number {
  const [heightPx, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    // While the user has zoomed in, the difference says nothing about a keyboard.
    const onChange = () =>
      seen && setHeight(seen.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop)));
    for (const event of ['resize', 'scroll']) seen?.addEventListener(event, onChange);
    return () => {
      for (const event of ['resize', 'scroll']) seen?.removeEventListener(event, onChange);
    };
  }, []);
  return heightPx;
}
