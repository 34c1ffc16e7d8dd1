import { expect, it } from 'vitest';
import { tablesOf, withTables } from './split-words.ts';

it('names in an import the tables that the file uses', () => {
  const code = [
    "import text from './words.json' with { type: 'json' };",
    "const useWords = words('sign-in', text);",
    "const useFoot = words('sign-in-foot', text);",
  ];

  expect(withTables(code.join('\n'))).toBe(
    ["import text from './words.json?tables=sign-in,sign-in-foot';", ...code.slice(1)].join('\n'),
  );
});

it('gives those tables alone', () => {
  expect(JSON.parse(tablesOf('{ "a": { "x": ["甲", "A"] }, "b": {} }', ['a']))).toEqual({ a: { x: ['甲', 'A'] } });
});

it('stops the build for a table that is not there', () => {
  expect(() => tablesOf('{ "a": {} }', ['a', 'b'])).toThrow('no table b');
});
