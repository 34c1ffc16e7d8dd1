import './side-scroll.css';
import { type RefObject, useEffect } from 'react';

type Extent = Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>;

/** Sides on which a row that scrolls sideways hides more than a fraction of a pixel: `start`, `end`, both or none. */
export function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: Extent): string {
  const isHidden = { start: scrollLeft > 1, end: scrollLeft + clientWidth < scrollWidth - 1 };
  return (['start', 'end'] as const).filter((side) => isHidden[side]).join(' ');
}

/** Fades a row of the class `side-scroll` on the sides on which it goes on, so that a cut word tells that it scrolls. */
export function useSideScroll(row: RefObject<HTMLElement | null>): void {
  // On every render, because the row's content decides whether it fits.
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const mark = () => {
      element.dataset.more = hiddenSides(element);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
    };
  });
}
