import { identitySteps, type MatterStepKind } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type ActOrigin, appendEntry, journalOf, type MatterActor } from './journal/journal.ts';
import { moveMatter } from './lifecycle.ts';
import { moveStep } from './parties/lifecycle.ts';
import { findParties, findStep, findSteps, insertSteps } from './parties/store.ts';
import { findMatter, type MatterDbRow } from './store.ts';

/** The platform itself, as an actor in the journal. */
export const systemActor: MatterActor = { role: 'system', id: null, name: '存真 Proofkeep' };

/** A certified holder has already proven this step. The video shows who acts in this matter, so everyone records it. */
const provenByCertification: MatterStepKind = 'id-card';

/**
 * Creates the identification steps of every party once the fee is paid. The caller holds the lock of the matter's row.
 */
export async function beginIdentification(db: Client, jobs: Jobs, matterId: string, now: Date): Promise<void> {
  const row = await findMatter(db, matterId);
  if (!row) throw new Refusal('NOT_FOUND');
  for (const { id: partyId, isCertified } of await findParties(db, matterId)) {
    await insertSteps(db, { matterId, partyId, kinds: identitySteps });
    const step = isCertified ? await findStep(db, { partyId, kind: provenByCertification }) : undefined;
    if (step?.state !== 'open') continue;
    const result = { by: 'certification' };
    await moveStep(db, step.id, { event: 'finish', who: 'system', now, result });
    const detail = { partyId, step: provenByCertification, ...result };
    const entry = { matterId, no: row.no, actor: systemActor, detail, origin: null, now };
    await appendEntry(db, jobs, { ...entry, event: 'step-finished' });
  }
  await endIdentification(db, jobs, matterId, now);
}

/** Hands the matter to the notary once no party has an open step. */
async function endIdentification(db: Client, jobs: Jobs, matterId: string, now: Date): Promise<void> {
  const row = await findMatter(db, matterId);
  if (row?.state !== 'identity') return;
  if ((await findSteps(db, matterId)).some(({ state }) => state === 'open')) return;
  await moveMatter(db, jobs, row, { event: 'all-identified', actor: systemActor, origin: null, now });
}

export interface StepAct {
  partyId: string;
  kind: MatterStepKind;
  actor: MatterActor;
  origin: ActOrigin | null;
  /** How the step was done; also recorded in the journal. */
  result: Record<string, unknown>;
  now: Date;
}

/**
 * Records that a party finished an identification step. The caller holds the lock of the matter's row. @throws Refusal
 * STATE_FORBIDS if the step isn't open, or the matter isn't in identification
 */
export async function finishIdentityStep(db: Client, jobs: Jobs, row: MatterDbRow, act: StepAct): Promise<void> {
  const step = await findStep(db, act);
  if (row.state !== 'identity' || !step || act.kind === 'sign') throw new Refusal('STATE_FORBIDS');
  const who = act.actor.role === 'notary' ? 'notary' : 'person';
  await moveStep(db, step.id, { event: 'finish', who, now: act.now, result: act.result });
  const { partyId, kind, actor, origin, now } = act;
  const detail = { partyId, step: kind, ...act.result };
  await appendEntry(db, jobs, { matterId: row.id, no: row.no, actor, event: 'step-finished', detail, origin, now });
  await endIdentification(db, jobs, row.id, now);
}

/** Records that a notary identified a party by other means: waives all their open steps, with the reason. */
export async function waiveIdentitySteps(
  db: Client,
  jobs: Jobs,
  row: MatterDbRow,
  o: { partyId: string; note: string; actor: MatterActor; origin: ActOrigin; now: Date },
): Promise<void> {
  const open = (await findSteps(db, row.id)).filter(({ partyId, state }) => partyId === o.partyId && state === 'open');
  if (row.state !== 'identity' || open.length === 0) throw new Refusal('STATE_FORBIDS');
  for (const { id } of open)
    await moveStep(db, id, { event: 'waive', who: 'notary', now: o.now, reason: o.note, result: { by: o.actor.id } });
  const { actor, origin, now } = o;
  const detail = { partyId: o.partyId, steps: open.map(({ kind }) => kind), note: o.note };
  await appendEntry(db, jobs, { matterId: row.id, no: row.no, actor, event: 'steps-waived', detail, origin, now });
  await endIdentification(db, jobs, row.id, now);
}

/**
 * Requires that every party finished each identification step or had it waived, and that a notary played the current
 * recordings. A matter reaches its review with open steps if a party declines. @throws Refusal IDENTITY_OPEN;
 * RECORDING_UNPLAYED
 */
export async function requireIdentified(db: Client, matterId: string): Promise<void> {
  const steps = await findSteps(db, matterId);
  for (const { id: partyId } of await findParties(db, matterId))
    for (const kind of identitySteps) {
      const step = steps.find((one) => one.partyId === partyId && one.kind === kind);
      if (!step || step.state === 'open') throw new Refusal('IDENTITY_OPEN');
    }
  const journal = await journalOf(db, matterId);
  for (const { partyId, kind, state } of steps) {
    if (state !== 'done' || (kind !== 'live-video' && kind !== 'objective-video')) continue;
    const current = journal.findLast(
      ({ event, detail }) => event === 'step-finished' && detail.partyId === partyId && detail.step === kind,
    );
    const isPlayed = journal.some(
      ({ event, detail }) =>
        event === 'video-played' && detail.partyId === partyId && detail.sha256 === current?.detail.sha256,
    );
    if (!current || !isPlayed) throw new Refusal('RECORDING_UNPLAYED');
  }
}
