import type { Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

export interface Quota {
  service: Service;
  left: number;
  quota: number;
  nextExpiresAt: string;
}

/** Remaining units of the usable packages, by service. */
export async function findQuotas(db: Client, accountId: string, now: Date): Promise<Quota[]> {
  const { rows } = await db.query<Omit<Quota, 'nextExpiresAt'> & { nextExpiresAt: Date }>(
    `select q.service, sum(q.quota - q.used)::float8 as left, sum(q.quota)::float8 as quota, min(p.expires_at) as "nextExpiresAt"
     from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $2 and q.used < q.quota group by q.service order by q.service`,
    [accountId, now],
  );
  return rows.map((row) => ({ ...row, nextExpiresAt: row.nextExpiresAt.toISOString() }));
}
