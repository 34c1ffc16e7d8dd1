import type { ReactNode } from 'react';

interface Props {
  /** The items to choose from. */
  queue: ReactNode;
  /** The selected item, or a hint if there is none. */
  item: ReactNode;
  /** Narrow windows show the item if one is selected, otherwise the list. */
  isChosen: boolean;
}

/** Queue at the left, item at the right; they scroll independently. */
export function Split({ queue, item, isChosen }: Props) {
  return (
    <div className="console-split" data-chosen={isChosen}>
      <div className="console-queue">{queue}</div>
      {/* Focusable, so that it scrolls by keyboard even without focusable content (WCAG 2.2, 2.1.1). */}
      <section className="console-item" tabIndex={0}>
        {item}
      </section>
    </div>
  );
}

/** Right half of a `Split` while nothing is selected. */
export const NoneChosen = ({ title, hint }: { title: string; hint: string }) => (
  <div className="console-nothing">
    <h2>{title}</h2>
    <p className="secondary">{hint}</p>
  </div>
);

/** Action bar at the bottom of the item: buttons, with the reason beside them. */
export function DecisionBar({ children }: { children: ReactNode }) {
  return <div className="console-decision">{children}</div>;
}
