/** C2SP tlog-tiles: the tree cut into tiles of 256 hashes, eight levels of the tree a tile. */
export const tileWidth = 256;

/** A tile or entry bundle: `width` entries from number `index · 256` on at a tile level. */
export interface Tile {
  level: number | 'entries';
  index: number;
  /** 1 to 256; below 256 the tile is partial. */
  width: number;
}

/** `tile/<level>/x001/x234/067[.p/<width>]`. */
export function tilePath({ level, index, width }: Tile): string {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
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

/** An entry bundle: each entry behind its length, 16 bits, big endian. @throws RangeError above 65,535 bytes. */
export function encodeEntries(entries: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new RangeError('a log entry has at most 65,535 bytes');
    view.setUint16(at, entry.length);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}
