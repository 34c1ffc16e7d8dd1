import { z } from 'zod';
import { anoPattern, digest, line, size } from './fields.ts';
import { diffLines, LineChange } from './line-diff.ts';
import {
  isPriceField,
  type ProductField,
  type ProductFieldName,
  type ProductRecord,
  productFields,
} from './product.ts';

/** A fact of both records: the first one's value, then the second one's. */
const both = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema, schema]);
const values = z.array(line.max(2000)).max(2000);
const side = z.strictObject({ width: size, height: size });

/** A part of the picture that differs, in pixels from the top left of both. */
const Box = z.strictObject({ x: size, y: size, width: z.int().positive(), height: z.int().positive() });

/** A price that the two records state differently. The list of a record that doesn't state it is empty. */
export const PriceChange = z.strictObject({
  name: z.enum(productFields),
  variant: line.max(2000).nullable(),
  values: both(values),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** `data/comparison.json` is the RFC 8785 form of this value: what the sealer found by comparing the two records. */
export const Comparison = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-comparison'),
  ano: z.string().regex(anoPattern),
  /** Null where one of the records has no text. */
  text: z.strictObject({ lines: both(size), changes: z.array(LineChange).max(100_000) }).nullable(),
  /** Null unless both have product facts; `count` is how many prices and currencies were compared. */
  prices: z.strictObject({ count: size, changes: z.array(PriceChange).max(4000) }).nullable(),
  /** Null where one has no picture, or the pictures are too large to be compared. */
  picture: z
    .strictObject({
      sizes: both(side),
      /** Side of the squares that are compared. */
      tile: z.int().positive(),
      /** Squares that the larger picture has, and those with a visible difference or in only one picture. */
      tiles: size,
      changed: size,
      boxes: z.array(Box).max(200),
    })
    .nullable(),
  main: z.strictObject({
    status: both(z.int().nullable()),
    finalUrl: both(z.string().nullable()),
    serverAddress: both(z.string().nullable()),
    /** SHA-256 of the server's X.509 certificate; null without TLS. */
    certificate: both(digest.nullable()),
  }),
});
export type Comparison = z.infer<typeof Comparison>;

/** Lines of a page's text as they are compared: NFC, white space collapsed, without empty lines. */
export const comparedLines = (text: string): string[] =>
  text
    .normalize('NFC')
    .split('\n')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '');

/** Compares the texts of two records. */
export function compareTexts(first: string, second: string): NonNullable<Comparison['text']> {
  const [a, b] = [comparedLines(first), comparedLines(second)];
  return { lines: [a.length, b.length], changes: diffLines(a, b) };
}

/** Compares prices and currencies of two product records, by field and variant. */
export function comparePrices(
  first: Pick<ProductRecord, 'fields'>,
  second: Pick<ProductRecord, 'fields'>,
): NonNullable<Comparison['prices']> {
  const [a, b] = [pricesIn(first.fields), pricesIn(second.fields)];
  const keys = [...new Set([...a.keys(), ...b.keys()])].sort();
  const changes = keys.flatMap((key): PriceChange[] => {
    const [one, other] = [a.get(key) ?? [], b.get(key) ?? []];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [name, variant] = JSON.parse(key) as [ProductFieldName, string | null];
    return [{ name, variant, values: [one, other] }];
  });
  return { count: keys.length, changes };
}

function pricesIn(fields: readonly ProductField[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, variant, value } of fields) {
    if (!isPriceField(name) && name !== 'currency') continue;
    const key = JSON.stringify([name, variant]);
    found.set(key, [...new Set([...(found.get(key) ?? []), value])].sort());
  }
  return found;
}
