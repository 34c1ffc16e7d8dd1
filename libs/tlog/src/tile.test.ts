import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEntries, parseTilePath, type Tile, tilePath, tilesBetween } from './tile.ts';

const tile: fc.Arbitrary<Tile> = fc.record({
  level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
  index: fc.maxSafeNat(),
  width: fc.integer({ min: 1, max: 256 }),
});

describe('a tile', () => {
  it('has the path that C2SP tlog-tiles prescribes', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 0, width: 3 })).toBe('tile/entries/000.p/3');
  });

  it('is identified by its path', () => {
    fc.assert(
      fc.property(tile, (one) => {
        expect(parseTilePath(tilePath(one))).toEqual(one);
      }),
    );
  });

  it.each([
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/03',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/001',
    'tile/0/1000',
    'tile/0/000.tmp',
    'tile/0/x009/x007/x199/x254/x740/993',
    'checkpoint',
  ])('is not at %s', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });

  it('is listed, full or partial, on every level where the tree grew', () => {
    const paths = tilesBetween(255, 70_000).map(tilePath);

    // C2SP tlog-tiles, section Partial Tiles: 273 full tiles and one of width 112; one full and one of 17; one of 1.
    expect(paths.filter((path) => path.startsWith('tile/0/'))).toHaveLength(274);
    expect(paths).toContain('tile/0/000');
    expect(paths).toContain('tile/0/273.p/112');
    expect(paths.filter((path) => /^tile\/[12]/.test(path))).toEqual([
      'tile/1/000',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ]);
    expect(paths.filter((path) => path.startsWith('tile/entries/'))).toHaveLength(274);
    expect(tilesBetween(5, 5)).toEqual([]);
  });

  it('is published at each size where it is full or last, whatever the steps of growth', () => {
    const size = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [before, after] = a < b ? [a, b] : [b, a];
        const published = new Set([...tilesBetween(0, before), ...tilesBetween(before, after)].map(tilePath));
        for (const one of tilesBetween(0, after)) expect(published).toContain(tilePath(one));
      }),
      { numRuns: byTestLength({ short: 8, long: 40 }) },
    );
  });
});

describe('an entry bundle', () => {
  it('prefixes each entry with its length', () => {
    expect(Buffer.from(encodeEntries([Uint8Array.of(9), new Uint8Array(0)])).toString('hex')).toBe('0001090000');
  });

  it('rejects an entry longer than 16 bits can state', () => {
    expect(encodeEntries([new Uint8Array(65_535)])).toHaveLength(65_537);
    expect(() => encodeEntries([new Uint8Array(65_536)])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
