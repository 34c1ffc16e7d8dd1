import { TlogError } from './error.ts';

/** C2SP tlog-tiles: the tree is cut into tiles of 256 hashes, each eight levels of the tree high. */
export const tileWidth = 256;
const maxLevel = 63;

/** A tile or entry bundle: `width` entries from number `index · 256` on at a tile level. */
export interface Tile {
  level: number | 'entries';
  index: number;
  /** 1 to 256; below 256 the tile is partial. */
  width: number;
}

/** Where a tile is published, C2SP tlog-tiles: `tile/<level>/x001/x234/067[.p/<width>]`. */
export function tilePath({ level, index, width }: Tile): string {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** The one tile that is published at a path, null when the path is not written as the standard writes it. */
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

/** The tiles that are new or wider when a tree grows from `before` to `after` leaves: hash tiles and entry bundles. */
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

/** An entry has at most this many bytes: its length is written in 16 bits. */
export const maxEntryBytes = 0xffff;

/**
 * An entry bundle, C2SP tlog-tiles: each entry behind its length, 16 bits, big endian.
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
