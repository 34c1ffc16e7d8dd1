import { expect, it } from 'vitest';
import { tablesOf, withTables } from './split-words.ts';

it('adds the tables a file uses to its import', () => {
  const code = [
    "import text from './words.json' with { type: 'json' };",
    "const useWords = words('sign-in', text);",
    "const useFoot = words('sign-in-foot', text);",
  ];

  expect(withTables(code.join('\n'))).toBe(
    ["import text from './words.json?tables=sign-in,sign-in-foot';", ...code.slice(1)].join('\n'),
  );
});

it('returns only the requested tables', () => {
  expect(JSON.parse(tablesOf('{ "a": { "x": ["甲", "A"] }, "b": {} }', ['a']))).toEqual({ a: { x: ['甲', 'A'] } });
});

it('throws for an unknown table', () => {
  expect(() => tablesOf('{ "a": {} }', ['a', 'b'])).toThrow('no table b');
});
