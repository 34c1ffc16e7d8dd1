import type { StyledPage } from './product-pages.ts';

/** A field that was read from a test page. */
export interface ReadField {
  name: string;
  variant: string | null;
  value: string;
}

/** How the read fields compare with the statements of the page. */
export interface Score {
  expected: number;
  found: number;
  /** Fields with a wrong value, including prices that the page doesn't state at all. */
  wrong: string[];
  missing: string[];
  wrongPrices: string[];
}

const isPrice = (name: string): boolean => /price/i.test(name);

/** Compares fields with the truth of a page. Links are compared as the page resolves them. */
export function scoreOf(page: StyledPage, fields: readonly ReadField[], address: string): Score {
  const truth = new Map(
    Object.entries(page.truth).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  for (const [variant, value] of Object.entries(page.variants ?? {})) truth.set(`variantPrice ${variant}`, value);
  const score: Score = { expected: truth.size, found: 0, wrong: [], missing: [], wrongPrices: [] };
  const read = new Map(
    fields.map(({ name, variant, value }) => [variant === null ? name : `${name} ${variant}`, value]),
  );
  for (const [name, expected] of truth) {
    const value = read.get(name);
    const wanted = name === 'licence' ? new URL(expected, address).href : expected;
    if (value === undefined) score.missing.push(name);
    else if (value === wanted) score.found += 1;
    else score.wrong.push(`${name}: ${value}, not ${wanted}`);
  }
  for (const [name, value] of read)
    if (isPrice(name) && !truth.has(name) && !isAllowed(page, name, value))
      score.wrong.push(`${name}: ${value}, not stated`);
  score.wrongPrices = score.wrong.filter((text) => isPrice(text));
  return score;
}

/** A variant's price in the page's data is not a mistake, even if it was not asked for. */
const isAllowed = (page: StyledPage, name: string, value: string): boolean =>
  name.startsWith('variantPrice ') && page.variants === undefined && Object.values(page.truth).includes(value);
