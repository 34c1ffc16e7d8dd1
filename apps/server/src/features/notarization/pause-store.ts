import type { MatterPauseReason } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Pause } from './clock/working-days.ts';

/** A pause of the office's deadline, as stored. */
export interface MatterPause {
  reason: MatterPauseReason | 'parties';
  beganAt: string;
  endedAt: string | null;
}

export const pausesOf = ({ pauses }: { pauses: readonly MatterPause[] }): Pause[] =>
  pauses.map(({ beganAt, endedAt }) => ({
    beganAt: new Date(beganAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  }));

/** Begins a pause of the office's deadline unless one is open. Reopens a pause that ended at this very moment. */
export async function beginPause(
  db: Client,
  { matterId, reason, now }: { matterId: string; reason: MatterPause['reason']; now: Date },
): Promise<void> {
  await db.query(
    `insert into matter_pause (matter_id, reason, began_at) select $1, $2, $3
     where not exists (select from matter_pause where matter_id = $1 and ended_at is null)
     on conflict (matter_id, began_at) do update set reason = excluded.reason, ended_at = null`,
    [matterId, reason, now],
  );
}

/** @param o.except an open pause for this reason stays open */
export async function endPause(
  db: Client,
  matterId: string,
  now: Date,
  o: { except?: MatterPause['reason'] } = {},
): Promise<void> {
  await db.query(
    'update matter_pause set ended_at = $2 where matter_id = $1 and ended_at is null and reason is distinct from $3',
    [matterId, now, o.except ?? null],
  );
}
