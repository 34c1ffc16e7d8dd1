import type { certificationCalls, InputOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';
import { type CertificationRow, rowColumns } from './store.ts';

/** Lists the certifications in a state, the oldest submission first. */
export const listQueue = (
  db: Client,
  { state, kind, page, size }: InputOf<typeof certificationCalls.reviewQueue>,
): Promise<{ rows: CertificationRow[]; total: number }> =>
  listPage<CertificationRow>(
    db,
    {
      columns: rowColumns,
      from: 'certification c',
      where: 'c.state = $1 and ($2::text is null or c.kind = $2)',
      by: 'c.submitted_at, c.id',
      values: [state, kind ?? null],
    },
    { page, size },
  );

/** The names of the account, of the staff member who decided, and of another staff member. */
export async function namesAround(
  db: Client,
  { accountId, decidedBy }: CertificationRow,
  staffId: string | null = null,
): Promise<{ accountName: string; deciderName: string | null; staffName: string | null }> {
  const { rows } = await db.query<{ accountName: string; deciderName: string | null; staffName: string | null }>(
    `select a.name as "accountName", (select name from staff where id = $2) as "deciderName",
       (select name from staff where id = $3) as "staffName"
     from account a where a.id = $1`,
    [accountId, decidedBy, staffId],
  );
  const [names] = rows;
  if (!names) throw new Error(`There is no account ${accountId}.`);
  return names;
}
