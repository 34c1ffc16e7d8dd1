import type { MatterState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { findMatter, type MatterDbRow } from './store.ts';

/**
 * Selects matters in a state without any change or journal entry since a given time. `isReminded`: a reminder was sent
 * in that time, before `remindedBefore`; otherwise none was sent.
 */
export interface Idle {
  state: MatterState;
  idleSince: Date;
  remindedBefore: Date;
  isReminded: boolean;
}

const idle = ({ isReminded }: Idle): string => `state = $1 and ended_at is null and changed_at < $2
  and ${
    isReminded
      ? 'reminded_at >= changed_at and reminded_at < $3'
      : '(reminded_at is null or reminded_at < changed_at or reminded_at < $3)'
  } and not exists (select from matter_journal j where j.matter_id = matter.id and j.at >= $2)`;

/** The longest idle first. */
export async function findIdleMatters(db: Client, o: Idle): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from matter where ${idle(o)} order by changed_at`, [
    o.state,
    o.idleSince,
    o.remindedBefore,
  ]);
  return rows.map(({ id }) => id);
}

/** Locks a matter until the transaction ends. @returns undefined if it is no longer idle or is locked by another transaction */
export async function lockIdleMatter(db: Client, id: string, o: Idle): Promise<MatterDbRow | undefined> {
  const { rowCount } = await db.query(`select from matter where ${idle(o)} and id = $4 for no key update skip locked`, [
    o.state,
    o.idleSince,
    o.remindedBefore,
    id,
  ]);
  return rowCount === 1 ? findMatter(db, id) : undefined;
}
