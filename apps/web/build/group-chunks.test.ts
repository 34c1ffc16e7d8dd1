import { describe, expect, it } from 'vitest';
import { groupChunks, joinForLoad } from './group-chunks.ts';

const chunk = (file: string, sizeBytes: number, imports: string[] = []) => ({ file, sizeBytes, imports });
const grouped = (...args: Parameters<typeof groupChunks>) => groupChunks(...args).map((files) => files.toSorted());

describe('shared chunks', () => {
  it('are merged if the same pages load them', () => {
    const chunks = [
      chunk('one', 100, ['a', 'b']),
      chunk('two', 100, ['a', 'b']),
      chunk('a', 50_000),
      chunk('b', 50_000),
    ];

    expect(grouped(chunks, [['one'], ['two']])).toEqual([['a', 'b']]);
  });

  it('stay apart if a page would load much that it doesn’t need', () => {
    const chunks = [chunk('one', 100, ['a', 'b']), chunk('two', 100, ['a']), chunk('a', 100), chunk('b', 50_000)];

    expect(grouped(chunks, [['one'], ['two']])).toEqual([]);
  });

  it('are merged if the request costs more than the bytes', () => {
    const chunks = [chunk('one', 100, ['a', 'b']), chunk('two', 100, ['a']), chunk('a', 100), chunk('b', 500)];

    expect(grouped(chunks, [['one'], ['two']])).toEqual([['a', 'b']]);
  });

  it('stay apart if the merged chunk would bring a large import along', () => {
    const chunks = [
      chunk('one', 100, ['a', 'b']),
      chunk('two', 100, ['a']),
      chunk('three', 100, ['large']),
      chunk('a', 100),
      chunk('b', 500, ['large']),
      chunk('large', 50_000),
    ];

    expect(grouped(chunks, [['one'], ['two'], ['three']])).not.toContainEqual(['a', 'b']);
  });

  it('are never merged into a circle of imports', () => {
    // a imports the large one, which imports b: a with b would import the large one and be imported by it.
    const chunks = [
      chunk('one', 100, ['a', 'b', 'large']),
      chunk('two', 100, ['large']),
      chunk('three', 100, ['b']),
      chunk('a', 100, ['large']),
      chunk('large', 200_000, ['b']),
      chunk('b', 100),
    ];

    expect(grouped(chunks, [['one'], ['two'], ['three']])).not.toContainEqual(['a', 'b']);
  });
});

it('never merges the files that a load begins with', () => {
  const chunks = [chunk('one', 100, ['two']), chunk('two', 100)];

  expect(grouped(chunks, [['one'], ['two'], ['one', 'two']])).toEqual([]);
});

describe('the groups of the first page', () => {
  const chunks = [
    chunk('home', 100, ['all', 'large', 'small', 'light']),
    chunk('list', 100, ['all', 'large']),
    chunk('phone', 100, ['all', 'light']),
    chunk('all', 200_000),
    chunk('large', 100_000),
    chunk('small', 100),
    chunk('light', 100),
  ];
  const loads = [['home'], ['list'], ['phone']];
  const groups = [['all'], ['large'], ['small'], ['light']];

  it('are merged into its largest group if only pages that load that group need them', () => {
    expect(joinForLoad(groups, { chunks, loads, load: ['home'] })).toEqual([['all'], ['light'], ['large', 'small']]);
  });

  it('stay as they are if every load needs them', () => {
    expect(joinForLoad([['all']], { chunks, loads, load: ['home'] })).toEqual([['all']]);
  });
});
