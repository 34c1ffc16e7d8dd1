import { setImmediate } from 'node:timers/promises';
import type { Comparison } from '@proofkeep/bundle';
import { sharp } from '../../../kit/pictures.ts';
import { inTurn } from '../../uploads/service.ts';

type Picture = NonNullable<Comparison['picture']>;
type Box = Picture['boxes'][number];

/** Side of the squares that are compared. */
const tile = 16;
/** Smallest difference of a colour channel that counts as visible; font smoothing causes smaller ones. */
const visible = 24;
/** Maximum number of compared pixels per picture: both pictures take up 240 MB of memory. */
const mostPixels = 40_000_000;
const mostBoxes = 200;

/** One tile of a screenshot; tiles are ordered from top to bottom. */
export interface ScreenshotTile {
  widthPx: number;
  heightPx: number;
  read(): Promise<Uint8Array>;
}

interface Grid {
  columns: number;
  rows: number;
  /** One byte for each square: whether it differs. */
  differs: Uint8Array;
}

/** Compares two screenshots square by square; null if one has no picture or is too large. Deterministic. */
export async function comparePictures(
  first: readonly ScreenshotTile[],
  second: readonly ScreenshotTile[],
): Promise<Picture | null> {
  const sizes = [sizeOf(first), sizeOf(second)] as const;
  if (sizes.some(({ width, height }) => width * height === 0 || width * height > mostPixels)) return null;
  const [a, b] = [await inTurn(() => pixelsOf(first, sizes[0])), await inTurn(() => pixelsOf(second, sizes[1]))];
  const width = Math.max(sizes[0].width, sizes[1].width);
  const height = Math.max(sizes[0].height, sizes[1].height);
  const grid = await gridOf({ width, height }, (x, y) => isDifferent({ a, b, sizes }, x, y));
  const changed = grid.differs.reduce((sum, one) => sum + one, 0);
  return {
    sizes: [sizes[0], sizes[1]],
    tile,
    tiles: grid.columns * grid.rows,
    changed,
    boxes: boxesOf(grid, { width, height }),
  };
}

const sizeOf = (tiles: readonly ScreenshotTile[]) => ({
  width: Math.max(0, ...tiles.map(({ widthPx }) => widthPx)),
  height: tiles.reduce((sum, { heightPx }) => sum + heightPx, 0),
});

/** All tiles as RGB, three bytes a pixel. */
async function pixelsOf(
  tiles: readonly ScreenshotTile[],
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const pixels = new Uint8Array(size.width * size.height * 3);
  let top = 0;
  for (const { read, heightPx } of tiles) {
    const image = sharp(await read(), { limitInputPixels: mostPixels })
      .toColourspace('srgb')
      .removeAlpha();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    const rowBytes = info.width * 3;
    for (let y = 0; y < info.height; y += 1)
      pixels.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), (top + y) * size.width * 3);
    top += heightPx;
  }
  return pixels;
}

async function gridOf(
  size: { width: number; height: number },
  differsAt: (x: number, y: number) => boolean,
): Promise<Grid> {
  const columns = Math.ceil(size.width / tile);
  const rows = Math.ceil(size.height / tile);
  const differs = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    // Yields after each row, so that other requests are answered.
    await setImmediate();
    for (let column = 0; column < columns; column += 1)
      differs[row * columns + column] = differsAt(column * tile, row * tile) ? 1 : 0;
  }
  return { columns, rows, differs };
}

interface Both {
  a: Uint8Array;
  b: Uint8Array;
  sizes: readonly [{ width: number; height: number }, { width: number; height: number }];
}

/** Whether the square at a place differs visibly, or belongs to one picture only. */
function isDifferent({ a, b, sizes: [one, other] }: Both, left: number, top: number): boolean {
  for (let y = top; y < top + tile; y += 1) {
    for (let x = left; x < left + tile; x += 1) {
      const [isInOne, isInOther] = [x < one.width && y < one.height, x < other.width && y < other.height];
      if (isInOne !== isInOther) return true;
      if (!isInOne) continue;
      const [atOne, atOther] = [(y * one.width + x) * 3, (y * other.width + x) * 3];
      for (let channel = 0; channel < 3; channel += 1)
        if (Math.abs((a[atOne + channel] as number) - (b[atOther + channel] as number)) >= visible) return true;
    }
  }
  return false;
}

/** Bounding boxes of connected squares, largest first, at most `mostBoxes`. */
function boxesOf({ columns, rows, differs }: Grid, size: { width: number; height: number }): Box[] {
  const left = differs.slice();
  const boxes: Box[] = [];
  for (let start = 0; start < left.length; start += 1) {
    if (left[start] === 0) continue;
    const bounds = { x0: columns, y0: rows, x1: 0, y1: 0 };
    const open = [start];
    left[start] = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      bounds.x0 = Math.min(bounds.x0, x);
      bounds.y0 = Math.min(bounds.y0, y);
      bounds.x1 = Math.max(bounds.x1, x);
      bounds.y1 = Math.max(bounds.y1, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny += 1)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx += 1)
          if (left[ny * columns + nx] === 1) {
            left[ny * columns + nx] = 0;
            open.push(ny * columns + nx);
          }
    }
    const [x, y] = [bounds.x0 * tile, bounds.y0 * tile];
    boxes.push({
      x,
      y,
      width: Math.min((bounds.x1 + 1) * tile, size.width) - x,
      height: Math.min((bounds.y1 + 1) * tile, size.height) - y,
    });
  }
  return boxes.sort((a, b) => b.width * b.height - a.width * a.height || a.y - b.y || a.x - b.x).slice(0, mostBoxes);
}
