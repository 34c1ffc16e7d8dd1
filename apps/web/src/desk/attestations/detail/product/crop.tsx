import type { ProductBox } from '@proofkeep/bundle';

/** A tile of the screenshot, in pixels of the page. */
export interface Tile {
  src: string;
  widthPx: number;
  heightPx: number;
}

const marginPx = 16;
const mostWidthPx = 460;
const mostHeightPx = 160;

/**
 * The part of the screenshot around a box, enlarged if it is small. Empty alt text, because its value is given as text.
 */
export function Crop({ tiles, box }: { tiles: readonly Tile[]; box: ProductBox }) {
  const width = box.width + 2 * marginPx;
  const height = box.height + 2 * marginPx;
  const scale = Math.min(2, mostWidthPx / width, mostHeightPx / height);
  const left = (box.x - marginPx) * scale;
  const top = (box.y - marginPx) * scale;
  const heightOf = (some: readonly Tile[]) => some.reduce((sum, tile) => sum + tile.heightPx, 0);
  const placed = tiles.map((tile, i) => ({ ...tile, y: heightOf(tiles.slice(0, i)) }));
  const within = placed.filter(
    ({ y, heightPx }) => y < box.y + box.height + marginPx && y + heightPx > box.y - marginPx,
  );
  return (
    <span className="attestations-product-crop" style={{ width: width * scale, height: height * scale }}>
      {within.map(({ src, y, widthPx, heightPx }) => (
        <img
          key={src}
          src={src}
          alt=""
          style={{ left: -left, top: y * scale - top, width: widthPx * scale, height: heightPx * scale }}
        />
      ))}
    </span>
  );
}
