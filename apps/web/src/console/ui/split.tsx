import type { ReactNode } from 'react';

interface Props {
  /** The items to choose from. */
  queue: ReactNode;
  /** The selected item, or a hint if there is none. */
  matter: ReactNode;
  /** Narrow windows show only one half: the matter if an item is selected. */
  isChosen: boolean;
}

/** Queue at the left, matter at the right; they scroll independently. */
export function Split({ queue, matter, isChosen }: Props) {
  return (
    <div className="console-split" data-chosen={isChosen}>
      <div className="console-queue">{queue}</div>
      {/* Focusable, so that it scrolls by keyboard even without focusable content (WCAG 2.2, 2.1.1). */}
      <section className="console-matter" tabIndex={0}>
        {matter}
      </section>
    </div>
  );
}

/** Action bar at the bottom of the matter: buttons, with the reason beside them. */
export function DecisionBar({ children }: { children: ReactNode }) {
  return <div className="console-decision">{children}</div>;
}
