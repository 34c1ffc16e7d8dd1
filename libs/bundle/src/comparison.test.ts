import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePrices, compareTexts } from './comparison.ts';
import { diffLines, turnsInto } from './line-diff.ts';
import type { ProductField } from './product.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

it('lists changes that turn any text into any other, and none between equal texts', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const changes = diffLines(a, b);

      expect(turnsInto(a, b, changes)).toBe(true);
      expect(changes.length === 0).toBe(a.join('\n') === b.join('\n'));
    }),
  );
});

it('lists texts that have nothing in common as one change', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${n}`);

  expect(diffLines(many('one'), many('two'))).toEqual([{ first: 0, removed: 3_000, second: 0, added: 3_000 }]);
});

it('rejects a list that leaves a difference out', () => {
  const [a, b] = [
    ['price 10', 'stock 3', 'shop'],
    ['price 12', 'stock 5', 'shop'],
  ];

  expect(turnsInto(a, b, [{ first: 0, removed: 1, second: 0, added: 1 }])).toBe(false);
  expect(turnsInto(a, b, [{ first: 0, removed: 2, second: 0, added: 2 }])).toBe(true);
});

it('ignores white space and empty lines in texts', () => {
  expect(compareTexts('One  line\n\n two\t', 'One line\ntwo\n')).toEqual({ lines: [2, 2], changes: [] });
});

it('compares prices and currencies by variant, and no other field', () => {
  const field = (name: ProductField['name'], value: string, variant: string | null = null): ProductField => ({
    name,
    value,
    variant,
    shown: null,
    source: null,
  });
  const first = [field('price', '10'), field('variantPrice', '9', 'red'), field('title', 'Cup')];
  const second = [
    field('price', '12'),
    field('variantPrice', '9', 'red'),
    field('title', 'Mug'),
    field('currency', 'CNY'),
  ];

  expect(comparePrices({ fields: first }, { fields: second })).toEqual({
    count: 3,
    changes: [
      { name: 'currency', variant: null, values: [[], ['CNY']] },
      { name: 'price', variant: null, values: [['10'], ['12']] },
    ],
  });
});
