import { type MatterStepKind, nextStep } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  findMatter,
  findParties,
  findSteps,
  finishIdentityStep,
  lockMatter,
  type MatterActor,
  type MatterDbRow,
  originOf,
  type PartyRow,
} from '../notarization/service.ts';

export type Party = Context<'party'>;

/** A matter and the party who acts in it. */
export interface Task {
  row: MatterDbRow;
  party: PartyRow;
}

/** Loads the calling party and their matter. @throws Refusal SESSION_INVALID if the session is for another matter */
export const requireTask = (context: Pick<Party, 'db' | 'caller'>, nid: string): Promise<Task> =>
  taskOf(context, nid, findMatter);

/** Locks the matter until the transaction ends. @throws Refusal as `requireTask` */
export async function lockTask(context: Party, nid: string): Promise<Task> {
  const task = await taskOf(context, nid, lockMatter);
  const { row, party } = task;
  context.audit({ matter: row.no, accountId: row.accountId, party: party.id });
  return task;
}

async function taskOf(
  { db, caller }: Pick<Party, 'db' | 'caller'>,
  nid: string,
  find: (db: Client, id: string) => Promise<MatterDbRow | undefined>,
): Promise<Task> {
  if (nid !== caller.matterNo) throw new Refusal('SESSION_INVALID');
  const row = await find(db, caller.matterId);
  const party = row && (await findParties(db, row.id)).find(({ id }) => id === caller.partyId);
  if (!party) throw new Refusal('SESSION_INVALID');
  return { row, party };
}

/** The acting person, as the journal names them. */
export const actorOf = ({ id, name, representativeName }: PartyRow): MatterActor => ({
  role: 'party',
  id,
  name: representativeName ?? name,
});

/**
 * Rejects a step that is not the party's next one, so steps can't be skipped or repeated. @throws Refusal STATE_FORBIDS
 */
export async function requireNext(db: Client, { row, party }: Task, kind: MatterStepKind): Promise<void> {
  const steps = (await findSteps(db, row.id)).filter(({ partyId }) => partyId === party.id);
  if (row.state !== 'identity' || nextStep({ steps }) !== kind) throw new Refusal('STATE_FORBIDS');
}

/**
 * Finishes the party's next step, under the lock of the matter's row. @throws Refusal STATE_FORBIDS as `requireNext`
 */
export async function finishStep(
  context: Pick<Party, 'db' | 'services' | 'address' | 'userAgent' | 'now'>,
  task: Task,
  kind: MatterStepKind,
  result: Record<string, unknown>,
): Promise<void> {
  const { db, services, now } = context;
  const { row, party } = task;
  await requireNext(db, task, kind);
  const act = { partyId: party.id, kind, actor: actorOf(party), origin: originOf(context), result, now };
  await finishIdentityStep(db, services.jobs, row, act);
}
