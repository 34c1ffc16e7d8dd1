import { countedTo } from '@proofkeep/contract';
import type { Client } from './client.ts';

export interface Page {
  page: number;
  size: number;
}

export interface Listing {
  columns: string;
  /** What decides which rows there are: for counting nothing else is gone through. */
  from: string;
  where: string;
  /** Joins that only tell more of a row: each finds one, or is a left join. */
  told?: string;
  by: string;
  values: readonly unknown[];
  /** Of a statement that is asked again and again: it is planned once for each connection. The same name, the same words. */
  name?: string | undefined;
}

/** One page of the rows, and how many there are, counted up to `countedTo`; both are of the same moment. */
export async function listPage<Row extends object>(
  db: Client,
  { columns, from, where, told = '', by, values, name }: Listing,
  { page, size }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const asked = [...values];
  const given = (value: number) => `$${asked.push(value)}`;
  const { rows } = await db.query<{ total: number; isListed: boolean | null }>({
    name,
    text: `with counted as (
       select count(*)::int as total from (select from ${from} where ${where} limit ${given(countedTo({ page, size }))}) as few
     )
     select listed.*, counted.total from counted left join lateral (
       select ${columns}, true as "isListed" from ${from} ${told} where ${where}
       order by ${by} limit ${given(size)} offset ${given((page - 1) * size)}
     ) as listed on true`,
    values: asked,
  });
  // Of no rows there is one, of the count alone.
  const list = rows.flatMap(({ total: _total, isListed, ...row }) => (isListed ? [row as unknown as Row] : []));
  return { rows: list, total: rows[0]?.total ?? 0 };
}
