import type { ReactNode } from 'react';

interface Props {
  /** What there is to choose from. */
  queue: ReactNode;
  /** What was chosen, or what to do while nothing is. */
  matter: ReactNode;
  /** In a narrow window one of the two is shown: the matter where one was chosen. */
  isChosen: boolean;
}

/** The queue at the left, the matter at the right; each scrolls for itself. */
export function Split({ queue, matter, isChosen }: Props) {
  return (
    <div className="console-split" data-chosen={isChosen}>
      <div className="console-queue">{queue}</div>
      {/* Scrolled with the keys also where nothing in it can be focused (WCAG 2.2, 2.1.1). */}
      <section className="console-matter" tabIndex={0}>
        {matter}
      </section>
    </div>
  );
}

/** Stays at the bottom of the matter: what can be decided, the reason beside it. */
export function DecisionBar({ children }: { children: ReactNode }) {
  return <div className="console-decision">{children}</div>;
}
