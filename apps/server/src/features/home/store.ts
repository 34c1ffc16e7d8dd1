import { type AttestationState, accountOffsetMinutes } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface Tally {
  /** Local day of submission; null before those that were asked for. */
  day: string | null;
  state: AttestationState;
  count: number;
}

/** All attestations of an account by state, those since a time by local day as well: one walk through an index. */
export async function tally(db: Client, accountId: string, since: Date): Promise<Tally[]> {
  const { rows } = await db.query<Tally>(
    `select day::text, state, count from (
       select case when created_at >= $2
           then (created_at at time zone interval '${accountOffsetMinutes} minutes')::date end as day,
         state, count(*)::int as count
       from attestation where account_id = $1 group by 1, 2) as counted`,
    [accountId, since],
  );
  return rows;
}

export interface Pick {
  part: 'previews' | 'failures' | 'recent';
  ano: string;
  /** How many the part has in all; of `recent` it is not counted. */
  total: number;
}

/** Which attestations the home shows, in no order. */
export async function pick(db: Client, accountId: string, failedSince: Date, size: number): Promise<Pick[]> {
  const { rows } = await db.query<Pick>(
    `(select 'previews' as part, ano, (count(*) over ())::int as total from attestation
      where account_id = $1 and state = 'preview' order by changed_at, ano limit $3)
     union all
     (select 'failures', ano, (count(*) over ())::int from attestation
      where account_id = $1 and state = 'failed' and changed_at >= $2 order by changed_at desc, ano limit $3)
     union all
     (select 'recent', ano, 0 from attestation where account_id = $1 order by created_at desc, ano limit $3)`,
    [accountId, failedSince, size],
  );
  return rows;
}
