import { TlogError } from './error.ts';

/** Hashes in a full tile; a tile spans eight levels of the tree (C2SP tlog-tiles). */
export const tileWidth = 256;
const maxLevel = 63;

/** A tile or entry bundle: `width` entries starting at number `index · 256` of a tile level. */
export interface Tile {
  level: number | 'entries';
  index: number;
  /** 1 to 256; a tile below 256 is partial. */
  width: number;
}

/** Returns the path at which a tile is published (C2SP tlog-tiles): `tile/<level>/x001/x234/067[.p/<width>]`. */
export function tilePath({ level, index, width }: Tile): string {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Parses the path of a tile; null unless it is exactly the path that C2SP tlog-tiles prescribes. */
export function parseTilePath(path: string): Tile | null {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match?.[1] || !match[2]) return null;
  const tile: Tile = {
    level: match[1] === 'entries' ? 'entries' : Number(match[1]),
    index: Number(match[2].replaceAll(/[x/]/g, '')),
    width: match[3] === undefined ? tileWidth : Number(match[3]),
  };
  if (tile.level !== 'entries' && tile.level > maxLevel) return null;
  if (tile.width === 0 || !Number.isSafeInteger(tile.index)) return null;
  return tilePath(tile) === path ? tile : null;
}

/** Lists the hash tiles and entry bundles that are new or wider when a tree grows from `before` to `after` leaves. */
export function tilesBetween(before: number, after: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, from = before, to = after; to > from; level++) {
    for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index++) {
      const width = Math.min(tileWidth, to - index * tileWidth);
      tiles.push({ level, index, width });
      if (level === 0) tiles.push({ level: 'entries', index, width });
    }
    from = Math.floor(from / tileWidth);
    to = Math.floor(to / tileWidth);
  }
  return tiles;
}

/** Largest entry in bytes: its length is encoded in 16 bits. */
export const maxEntryBytes = 0xffff;

/**
 * Encodes an entry bundle (C2SP tlog-tiles): each entry is preceded by its length, 16 bits, big endian.
 * @throws TlogError `INPUT_INVALID` when an entry is longer than `maxEntryBytes`
 */
export function encodeEntries(entries: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > maxEntryBytes) throw new TlogError('INPUT_INVALID', 'a log entry has at most 65,535 bytes');
    view.setUint16(at, entry.length);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}
