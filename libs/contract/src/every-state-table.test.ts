import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';
import type { Word } from './shared/words.ts';
import type { StateTable } from './state-table.ts';

type AnyTable = StateTable<string, string, string>;

const exported: Record<string, unknown> = contract;
const isTable = (value: unknown): value is AnyTable =>
  typeof value === 'object' && value !== null && 'rows' in value && 'initial' in value && 'after' in value;
const tables = Object.entries(exported).flatMap(([name, value]) =>
  isTable(value) ? [{ name, table: value, words: exported[name.replace(/Table$/, 'Words')] }] : [],
);

const reachableFrom = ({ initial, rows }: AnyTable): Set<string> => {
  const reached = new Set(initial);
  // A set can grow while it is iterated, and the iteration includes added elements.
  for (const state of reached) for (const { from, to } of rows) if (from === state) reached.add(to);
  return reached;
};

it('finds the state tables of the contract', () => {
  expect(tables.map(({ name }) => name)).toContain('invoiceStateTable');
});

describe.each(tables)('$name', ({ name, table, words }) => {
  it('is named as a state table', () => {
    expect(name).toMatch(/^[a-z]\w*StateTable$/);
  });

  it('can reach every state from an initial state', () => {
    expect(table.initial).not.toEqual([]);
    expect([...reachableFrom(table)].sort()).toEqual([...table.states].sort());
  });

  it('contains only existing states, each once', () => {
    const named = table.rows.flatMap(({ from, to }) => [from, to]);

    expect(named.filter((state) => !table.states.includes(state))).toEqual([]);
    expect(new Set(table.states).size).toBe(table.states.length);
  });

  it.each(table.rows)('names the actor and reason of $event in $from', ({ who, because }) => {
    expect([who].flat().filter((role) => role === '')).toEqual([]);
    expect([who].flat()).not.toEqual([]);
    // A short phrase that begins in lower case and doesn't end like a sentence.
    expect(because).toMatch(/^\p{Ll}\S*( \S+)+[^.\s]$/u);
  });

  it('has words for every state in both languages', () => {
    const shown = words as Record<string, Word>;

    expect(Object.keys(shown).sort()).toEqual([...table.states].sort());
    expect(
      Object.values(shown)
        .flat()
        .filter((word) => word.trim() === ''),
    ).toEqual([]);
  });
});
