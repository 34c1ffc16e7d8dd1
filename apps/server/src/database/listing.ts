import { countedTo } from '@proofkeep/contract';
import type { Client } from './client.ts';

export interface Page {
  page: number;
  size: number;
}

export interface Listing {
  columns: string;
  /** The tables that decide which rows exist; counting reads only these. */
  from: string;
  where: string;
  /** Joins needed for columns, not for counting; they must not change the number of rows. */
  joins?: string;
  by: string;
  values: readonly unknown[];
  /** Name of a prepared statement, for frequent lists. One name must always have the same text. */
  name?: string | undefined;
}

/** Reads one page and the number of rows, counted up to `countedTo`, in one snapshot. */
export async function listPage<Row extends object>(
  db: Client,
  { columns, from, where, joins = '', by, values, name }: Listing,
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
       select ${columns}, true as "isListed" from ${from} ${joins} where ${where}
       order by ${by} limit ${given(size)} offset ${given((page - 1) * size)}
     ) as listed on true`,
    values: asked,
  });
  // Without rows the left join still returns one, with the count only.
  const list = rows.flatMap(({ total: _total, isListed, ...row }) => (isListed ? [row as unknown as Row] : []));
  return { rows: list, total: rows[0]?.total ?? 0 };
}
