import type { TextPlace } from '@proofkeep/contract';
import { useEffect, useRef } from 'react';

interface Props {
  marks: readonly TextPlace[];
  /** Index of the mark that the picture scrolls to. */
  shown: number;
  tiles: readonly { widthPx: number; heightPx: number }[];
}

/** Frames around places in a picture, which scale with it. They repeat what the list of results says, so readers skip them. */
export function Marks({ marks, shown, tiles }: Props) {
  const current = useRef<HTMLSpanElement>(null);
  const key = marks[shown] && `${marks[shown].x} ${marks[shown].y}`;
  useEffect(() => {
    if (key) scrollTo(current.current);
  }, [key]);
  const widthPx = tiles[0]?.widthPx ?? 1;
  const heightPx = tiles.reduce((sum, tile) => sum + tile.heightPx, 0) || 1;
  return marks.map(({ x, y, width, height }, at) => (
    <span
      key={`${x} ${y}`}
      ref={at === shown ? current : null}
      className="attestations-screenshot-mark"
      data-shown={at === shown}
      aria-hidden
      style={{
        left: `${(x / widthPx) * 100}%`,
        top: `${(y / heightPx) * 100}%`,
        width: `${(width / widthPx) * 100}%`,
        height: `${(height / heightPx) * 100}%`,
      }}
    />
  ));
}

/** Scrolls the picture, not the page: the reader is typing beside it. */
function scrollTo(mark: HTMLElement | null): void {
  const frame = mark?.closest('section');
  if (!mark || !frame) return;
  const [inner, outer] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy({ left: inner.left - outer.left - outer.width / 3, top: inner.top - outer.top - outer.height / 3 });
}
