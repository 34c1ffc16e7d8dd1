import { type RecoveryEvent, recoveredBy, recoveryDelayHours, recoveryWaitDays, say } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';
import { holdById } from '../account/service.ts';
import { notify, securityPage } from '../messages/service.ts';
import { countPending, findById, findOpen, putState, type RecoveryRow } from './store.ts';

type Signed = Context<'user'>;

const hourMs = 3_600_000;

/** Whoever changes a request holds its person first, and reads it then: no two wait for each other. */
export async function holdRecovery(db: Client, { id, personId }: Pick<RecoveryRow, 'id' | 'personId'>) {
  await holdById(db, personId);
  const row = await findById(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** What becomes of a request that is held; the person is told by every way there is. @throws Refusal STATE_FORBIDS */
export async function move(db: Client, row: RecoveryRow, { event, now }: { event: RecoveryEvent; now: Date }) {
  const state = recoveredBy(row.state, event);
  if (!state || state === 'asked') throw new Refusal('STATE_FORBIDS');
  const isScheduled = state === 'scheduled';
  const effectiveAt = isScheduled ? new Date(now.getTime() + recoveryDelayHours * hourMs) : row.effectiveAt;
  await putState(db, row.id, { state, effectiveAt, endedAt: isScheduled ? null : now });
  await tellPerson(db, row.personId, toldOf[state]());
}

const toldOf = {
  scheduled: () => say('message.recovery-scheduled', { hours: recoveryDelayHours }),
  done: () => say('message.recovery-done'),
  refused: () => say('message.recovery-refused'),
  stopped: () => say('message.recovery-stopped'),
  expired: () => say('message.recovery-expired', { days: recoveryWaitDays }),
};

export const tellPerson = (db: Client, loginId: string, said: ReturnType<typeof say>): Promise<void> =>
  notify(db, { loginId, kind: 'account', said, link: securityPage, byEveryWay: true });

/** Who shows a second factor has not lost every one; the caller holds him. */
export async function stopAsShown({ db, now, audit }: Pick<Context, 'db' | 'now' | 'audit'>, personId: string) {
  const open = await findOpen(db, personId);
  if (!open) return;
  const row = await holdRecovery(db, open);
  if (row.endedAt) return;
  await move(db, row, { event: 'show', now });
  audit({ recoveryStopped: row.id });
}

export const standingOf = (row: RecoveryRow) => ({
  state: row.state as 'asked' | 'scheduled',
  askedAt: row.askedAt.toISOString(),
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
});

export async function ownRecovery(_input: unknown, { db, caller }: Signed) {
  const open = await findOpen(db, caller.personId);
  return {
    open: open ? { ...standingOf(open), address: open.address, device: deviceOf(open.userAgent) } : null,
  };
}

/** Any session of the person may, without showing again who it is: to stop it is always safe. */
export async function stopRecovery(_input: unknown, { db, caller, now, audit }: Signed) {
  const open = await findOpen(db, caller.personId);
  if (!open) throw new Refusal('STATE_FORBIDS');
  await move(db, await holdRecovery(db, open), { event: 'stop', now });
  audit({ recovery: open.id });
  return null;
}

export async function pendingRecoveries(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countPending(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}
