import type { ProductBox } from '@proofkeep/bundle';
import { useEffect, useRef } from 'react';
import { words } from '../../../../ui/words/words.ts';
import text from '../words.json' with { type: 'json' };
import type { Tile } from './crop.tsx';

const useWords = words('product-screenshot', text);

/** The screenshot with a frame around the selected fact, scrolled into view. */
export function ProductScreenshot({
  name,
  tiles,
  box,
}: {
  name: string;
  tiles: readonly Tile[];
  box: ProductBox | null;
}) {
  const t = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = tiles[0]?.widthPx ?? 1;
  const heightPx = tiles.reduce((sum, tile) => sum + tile.heightPx, 0);
  useEffect(() => {
    const view = frame.current;
    if (!view || !box) return;
    const scale = view.clientWidth / widthPx;
    const top = (box.y + box.height / 2) * scale - view.clientHeight / 2;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    view.scrollTo({ top, behavior });
  }, [box, widthPx]);
  const share = (px: number, whole: number) => `${(100 * px) / whole}%`;
  return (
    // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
    <section
      ref={frame}
      className="attestations-product-screenshot panel"
      aria-label={t('region', { name })}
      tabIndex={0}
    >
      <div>
        {tiles.map(({ src, widthPx: width, heightPx: height }, at) => (
          <img
            key={src}
            src={src}
            width={width}
            height={height}
            loading="lazy"
            alt={t('part', { part: at + 1, parts: tiles.length })}
          />
        ))}
        {box && (
          <span
            className="attestations-product-box"
            aria-hidden
            style={{
              left: share(box.x, widthPx),
              top: share(box.y, heightPx),
              width: share(box.width, widthPx),
              height: share(box.height, heightPx),
            }}
          />
        )}
      </div>
    </section>
  );
}
