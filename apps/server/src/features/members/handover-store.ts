import type { HandoverState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface HandoverRow {
  id: string;
  accountId: string;
  accountName: string;
  holderId: string;
  holderName: string;
  successorId: string;
  successorName: string;
  state: HandoverState;
  expiresAt: Date;
}

const columns = `h.id, h.account_id as "accountId", a.name as "accountName", h.holder_id as "holderId", m.name as "holderName",
  h.successor_id as "successorId", s.name as "successorName", h.state, h.expires_at as "expiresAt"`;
const from = `handover h join account a on a.id = h.account_id join login m on m.id = h.holder_id
  join login s on s.id = h.successor_id`;

/** @returns false if the account has an open offer */
export async function insertHandover(
  db: Client,
  o: { accountId: string; holderId: string; successorId: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into handover (account_id, holder_id, successor_id, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [o.accountId, o.holderId, o.successorId, o.now, o.expiresAt],
  );
  return rowCount === 1;
}

/** The open offer of an account, even if it is past its date. */
export async function findHandover(db: Client, accountId: string): Promise<HandoverRow | undefined> {
  const { rows } = await db.query(`select ${columns} from ${from} where h.account_id = $1 and h.state = 'offered'`, [
    accountId,
  ]);
  return rows[0] as unknown as HandoverRow | undefined;
}

/** Locks the open offer of an account until the transaction ends. */
export async function lockHandover(db: Client, accountId: string): Promise<HandoverRow | undefined> {
  await db.query(`select from handover where account_id = $1 and state = 'offered' for update`, [accountId]);
  return findHandover(db, accountId);
}
