import {
  type Closing,
  type ClosingObstacle,
  type closingCalls,
  closingDays,
  closingObstacles,
  type InputOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { lockLogin } from '../identity/service.ts';
import { changeClosing, notifyHolder } from './lifecycle.ts';
import { type ClosingRow, findLastClosing, findObstacles, insertClosing } from './store.ts';

type Calls = typeof closingCalls;
type Main = Context<'main'>;

const dayMs = 86_400_000;

const shown = ({ state, askedAt, dueAt, endedAt, waivedCents }: ClosingRow): Closing => ({
  state,
  askedAt: askedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  waivedCents,
});

/** An account is closed by its holder in person. @throws Refusal NOT_ALLOWED */
export function requireHolder({ loginId, personId }: Main['caller']): void {
  if (loginId !== personId) throw new Refusal('NOT_ALLOWED');
}

export async function closing(_input: unknown, { db, caller }: Main) {
  requireHolder(caller);
  return { closing: await lastClosing(db, caller.accountId), obstacles: await obstaclesOf(db, caller) };
}

export async function lastClosing(db: Client, accountId: string): Promise<Closing | null> {
  const row = await findLastClosing(db, accountId);
  return row ? shown(row) : null;
}

/** Lists all blockers, in the order of the contract. */
export async function obstaclesOf(
  db: Client,
  o: { accountId: string; personId: string },
): Promise<{ kind: ClosingObstacle; count: number }[]> {
  const found = await findObstacles(db, o);
  return closingObstacles.map((kind) => ({ kind, count: found[kind] })).filter(({ count }) => count > 0);
}

export async function askClosing({ waivesBalance }: InputOf<Calls['askClosing']>, context: Main): Promise<Closing> {
  const { db, caller, now, audit } = context;
  requireHolder(caller);
  await requireConfirmed(db, caller, now);
  await lockLogin(db, caller.personId);
  if ((await findLastClosing(db, caller.accountId))?.state === 'cooling') throw new Refusal('STATE_FORBIDS');
  const obstacles = await obstaclesOf(db, caller);
  if (obstacles.some(({ kind }) => kind !== 'balance' || !waivesBalance)) throw new Refusal('CLOSING_OBSTRUCTED');
  const waivedCents = obstacles.find(({ kind }) => kind === 'balance')?.count ?? 0;
  const { accountId, personId } = caller;
  const dueAt = new Date(now.getTime() + closingDays * dayMs);
  const row = await insertClosing(db, { accountId, personId, waivedCents, now, dueAt });
  await notifyHolder(db, personId, 'message.closing-asked');
  audit({ closing: row.id, ...(waivedCents > 0 ? { waivedCents } : {}) });
  return shown(row);
}

/** Undoing is always safe, so any session of the holder may do it. */
export async function undoClosing(_input: unknown, { db, caller, now, audit }: Main): Promise<null> {
  requireHolder(caller);
  await lockLogin(db, caller.personId);
  const row = await findLastClosing(db, caller.accountId);
  if (row?.state !== 'cooling') throw new Refusal('STATE_FORBIDS');
  await changeClosing(db, row, { event: 'undo', who: 'holder', now });
  audit({ closing: row.id });
  return null;
}
