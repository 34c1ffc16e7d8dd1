import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

/**
 * The events that users caused in an account, or from outside it: switching to one of its seats is in the trail of the
 * account that was left. Events of the console are not shown.
 */
const ofAccount = `(e.account_id = $1 or (e.subject ? 'toAccountId' and e.subject ->> 'toAccountId' = $1::text))
  and e.staff_id is null and ($2::uuid is null or e.login_id = $2 or e.person_id = $2)`;

export interface TrailRow {
  id: string;
  at: Date;
  event: string;
  personId: string | null;
  personName: string | null;
  loginId: string | null;
  loginName: string | null;
  address: string;
  /** Whether it was caused from outside the account. */
  isOutside: boolean;
  isRefused: boolean;
  about: string | null;
  ano: string | null;
}

const columns = `e.id::text, e.at, e.event, e.person_id as "personId", p.name as "personName", e.login_id as "loginId",
  l.name as "loginName", e.address, e.account_id is distinct from $1 as "isOutside", e.subject ? 'outcome' as "isRefused",
  coalesce(e.subject ->> 'about', e.subject ->> 'phone') as about, e.subject ->> 'ano' as ano`;

export function listTrail(
  db: Client,
  { accountId, userId }: { accountId: string; userId: string | undefined },
  page: { page: number; size: number },
): Promise<{ rows: TrailRow[]; total: number }> {
  const joins = 'left join login p on p.id = e.person_id left join login l on l.id = e.login_id';
  const values = [accountId, userId ?? null];
  return listPage<TrailRow>(db, { columns, from: 'audit e', where: ofAccount, joins, by: 'e.id desc', values }, page);
}
