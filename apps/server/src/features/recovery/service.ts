import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { deviceOf } from '../../http/user-agent.ts';
import { Refusal } from '../../kit/refusal.ts';
import { lockLogin } from '../identity/service.ts';
import { changeRecovery } from './lifecycle.ts';
import { countPending, findOpen, type RecoveryRow } from './store.ts';

type Signed = Context<'user'>;

/** Stops the open request of a person who used a second factor, since they haven't lost all of them. */
export async function stopOnUsedFactor(
  { db, now, audit }: Pick<Context, 'db' | 'now' | 'audit'>,
  personId: string,
): Promise<void> {
  if (!(await findOpen(db, personId))) return;
  await lockLogin(db, personId);
  const open = await findOpen(db, personId);
  if (!open) return;
  await changeRecovery(db, open, { event: 'use-factor', who: 'person', now });
  audit({ recoveryStopped: open.id });
}

/** The open recovery request, as shown to its owner before sign-in. */
export const openRequestOf = (row: RecoveryRow) => ({
  state: row.state as 'asked' | 'scheduled',
  askedAt: row.askedAt.toISOString(),
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
});

export async function ownRecovery(_input: unknown, { db, caller }: Signed) {
  const open = await findOpen(db, caller.personId);
  return {
    open: open ? { ...openRequestOf(open), address: open.address, device: deviceOf(open.userAgent) } : null,
  };
}

/**
 * Stops the open request. Any session of the person may do so, without confirming their identity: stopping is always
 * safe.
 */
export async function stopRecovery(_input: unknown, { db, caller, now, audit }: Signed) {
  await lockLogin(db, caller.personId);
  const open = await findOpen(db, caller.personId);
  if (!open) throw new Refusal('STATE_FORBIDS');
  await changeRecovery(db, open, { event: 'stop', who: 'person', now });
  audit({ recovery: open.id });
  return null;
}

export async function pendingRecoveries(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countPending(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}
