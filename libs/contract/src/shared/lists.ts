import { z } from 'zod';

/** Largest value of PostgreSQL's `integer`, which our columns use. */
const mostInteger = 2 ** 31 - 1;

/** A whole number that the database can store. */
export const Count = z.int().max(mostInteger);

/** A count that forms and query strings may send as text. */
export const count = z.coerce.number().int().max(mostInteger);

/** Default page size. Specification §9. */
export const pageSize = 10;

/** Largest page number. */
export const lastPage = 1_000;

/** Page number from 1; at most 100 rows a page. */
export const page = { page: count.min(1).max(lastPage).default(1), size: count.min(1).max(100).default(pageSize) };

/** Rows are counted up to this number: counting further would cost more than the list itself. */
export const countedTo = ({ page, size }: { page: number; size: number }): number => page * size + 1_000;

/** One page of rows, with the total number of rows. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    list: z.array(row),
    /** At most `countedTo`: there may then be more. */
    total: z.int(),
  });

/** A list of at least one value; a form with one value sends it without a list. */
export const several = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) || value === undefined ? value : [value]),
    z.array(item).min(1).max(max),
  );

/** A list of objects; forms send it as JSON text. */
export const objects = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess((value) => (typeof value === 'string' ? parsed(value) : value), z.array(item).min(1).max(max));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
