import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type consoleNotarizationCalls,
  fieldError,
  type InputOf,
  type MatterEvent,
  type MatterQuestion,
  matterKindFacts,
  matterStateTable,
  type VerifiedEvidence,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { endPartySessions } from '../../http/party-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { isCertifiedPerson } from '../certification/service.ts';
import { type Decided, lockSeenMatter, notaryActor, originOf, requireSeenMatter } from './access.ts';
import { encryptQuestions } from './content.ts';
import { drawSeal, pictureDigest } from './documents/pictures.ts';
import {
  composedOf,
  type Drawn,
  drawReceipt,
  drawToSign,
  keepDocuments,
  type Names,
  namesOf,
  openSigning,
  requireNames,
} from './drawing.ts';
import { isAllIntact, requireIntactEvidence, verifyEvidence } from './evidence.ts';
import { type Fee, quoteFee } from './fee.ts';
import { beginIdentification, requireIdentified, waiveIdentitySteps } from './identification.ts';
import { recordNotaryAct } from './journal/acts.ts';
import { moveMatter } from './lifecycle.ts';
import { moveStep } from './parties/lifecycle.ts';
import { findParties, findStep, markCertified, numberPlace, updateSignReason } from './parties/store.ts';
import { type MatterDbRow, updateQuestions } from './store.ts';

type Calls = typeof consoleNotarizationCalls;
type Notary = Context<'notary'>;

interface Decision {
  event: MatterEvent;
  facts?: Record<string, unknown>;
  set?: Record<string, unknown>;
  isFeeReturned?: boolean;
}

/** Applies the calling notary's decision to a locked matter. */
async function decide(context: Notary, row: MatterDbRow, decision: Decision): Promise<void> {
  const { db, services, now, audit } = context;
  const actor = await notaryActor(context);
  await moveMatter(db, services.jobs, row, { ...decision, actor, origin: originOf(context), now });
  audit({ matter: row.no, accountId: row.accountId });
}

/** Checks the state before slow work begins. @throws Refusal STATE_FORBIDS */
function requireAllowed({ state }: MatterDbRow, event: MatterEvent): void {
  if (!matterStateTable.after(state, event, 'notary')) throw new Refusal('STATE_FORBIDS');
}

interface Prepared {
  drawn: Drawn[];
}

interface Acceptance extends Prepared {
  fee: Fee;
  verified: VerifiedEvidence[];
  /** Names as in the acceptance notice; null if none was drawn. */
  names: Names | null;
}

/** Fixes the fee and draws the acceptance notice with the office's seal. */
export const acceptMatter = {
  async prepare(decided: Decided, context: Notary): Promise<Acceptance> {
    const { db, services, caller, now } = context;
    const seen = await requireSeenMatter(context, decided);
    requireAllowed(seen, 'accept');
    const verified = await verifyEvidence(db, services, seen.id);
    const fee = await quoteFee(db, seen.kind, now);
    if (!isAllIntact(verified)) return { fee, verified, drawn: [], names: null };
    const feeCents = fee.cents;
    const composed = await composedOf(db, services, { ...seen, feeCents }, { notaryId: caller.staffId, now });
    return { fee, verified, drawn: [await drawReceipt(services, composed)], names: namesOf(composed) };
  },
  async change({ id, version }: Decided, context: Notary, { drawn, fee, verified, names }: Acceptance): Promise<null> {
    const { db, services, caller, now } = context;
    const row = await lockSeenMatter(context, { id, version });
    requireAllowed(row, 'accept');
    const intact = await requireIntactEvidence(context, row, verified);
    const composed = await composedOf(db, services, row, { notaryId: caller.staffId, now });
    if (names) requireNames(composed, names);
    const documents = await keepDocuments(db, services, { matterId: id, drawn, state: 'sealed' });
    await markCertifiedApplicant(context, row);
    const parties = await partyFacts(db, id);
    // The next release may draw the seal differently: readers compare the notice with this drawing.
    const seals = { office: pictureDigest(await drawSeal(composed.officeName)) };
    const set = {
      fee_units: fee.units,
      fee_price_version: fee.priceVersion,
      fee_cents: fee.cents,
      accepted_at: now,
      notary_id: caller.staffId,
    };
    await decide(context, row, {
      event: 'accept',
      facts: { office: composed.officeName, parties, feeCents: fee.cents, ...intact, documents, seals },
      set,
    });
    return null;
  },
};

/** Party names for the journal; parties can't change after acceptance. */
const partyFacts = async (db: Client, matterId: string) =>
  (await findParties(db, matterId)).map(({ id: partyId, role, kind, name, representativeName: representative }) => ({
    partyId,
    role,
    kind,
    name,
    representative,
  }));

/**
 * The platform has checked the card of a certified holder. A company's papers prove nothing about the person who acts
 * for it.
 */
async function markCertifiedApplicant({ db, services: { vault } }: Notary, row: MatterDbRow): Promise<void> {
  for (const { id, role, kind, name, idNumberEncrypted } of await findParties(db, row.id)) {
    if (role !== 'applicant' || kind !== 'person') continue;
    const idNumber = vault.decrypt(idNumberEncrypted, numberPlace(row.id));
    if (await isCertifiedPerson(db, vault, row.accountId, { name, idNumber })) await markCertified(db, id);
  }
}

export async function requestCorrection(
  { id, version, items }: InputOf<Calls['requestCorrection']>,
  context: Notary,
): Promise<null> {
  const row = await lockSeenMatter(context, { id, version });
  const reason = items.map((item) => item.reason).join('；');
  await decide(context, row, {
    event: 'request-correction',
    facts: { items, reason },
    set: { corrections: JSON.stringify(items) },
  });
  return null;
}

export async function declineMatter(
  { id, version, reason }: InputOf<Calls['declineMatter']>,
  context: Notary,
): Promise<null> {
  const row = await lockSeenMatter(context, { id, version });
  await decide(context, row, { event: 'decline', facts: { reason }, set: { reason } });
  return null;
}

/** Ends an accepted matter without a deed; the fee goes back unless the notary keeps it. */
const endMatter =
  (event: 'reject' | 'terminate') =>
  async ({ id, version, reason, isFeeReturned }: InputOf<Calls['rejectMatter']>, context: Notary): Promise<null> => {
    const row = await lockSeenMatter(context, { id, version });
    await decide(context, row, { event, facts: { reason, isFeeReturned }, set: { reason }, isFeeReturned });
    return null;
  };

export const rejectMatter = endMatter('reject');
export const terminateMatter = endMatter('terminate');

export async function waiveFee({ id, version, reason }: InputOf<Calls['waiveFee']>, context: Notary): Promise<null> {
  const row = await lockSeenMatter(context, { id, version });
  await decide(context, row, { event: 'waive-fee', facts: { reason }, set: { is_fee_waived: true } });
  await beginIdentification(context.db, context.services.jobs, id, context.now);
  return null;
}

export async function identifyParty(
  { id, version, partyId, note }: InputOf<Calls['identifyParty']>,
  context: Notary,
): Promise<null> {
  const { db, services, now, audit } = context;
  const row = await lockSeenMatter(context, { id, version });
  const actor = await notaryActor(context);
  await waiveIdentitySteps(db, services.jobs, row, { partyId, note, actor, origin: originOf(context), now });
  audit({ matter: row.no, accountId: row.accountId, party: partyId });
  return null;
}

export async function repeatSteps(
  { id, version, partyId, steps: kinds, reason }: InputOf<Calls['repeatSteps']>,
  context: Notary,
): Promise<null> {
  const { db, now } = context;
  const row = await lockSeenMatter(context, { id, version });
  const isOfMatter = (await findParties(db, id)).some((party) => party.id === partyId);
  requireAllowed(row, 'identity-failed');
  for (const kind of kinds) {
    const step = isOfMatter ? await findStep(db, { partyId, kind }) : undefined;
    if (!step || kind === 'sign') throw new Refusal('NOT_FOUND');
    // A party who declined leaves steps open, and they stay open.
    if (step.state !== 'open') await moveStep(db, step.id, { event: 'reopen', who: 'notary', now, reason });
    if (kind === 'phone-code') await endPartySessions(db, partyId);
  }
  await decide(context, row, { event: 'identity-failed', facts: { partyId, steps: kinds, reason } });
  return null;
}

/** A correction gives parties new ids, so a question to an old id has no recipient. */
const areAskedOf = (parties: readonly { id: string }[], questions: readonly MatterQuestion[]): boolean =>
  questions.every(({ partyId }) => partyId === null || parties.some(({ id }) => id === partyId));

const questionsRefused = (rule: 'wrong' | 'missing', { language }: Notary) =>
  new Refusal('INPUT_INVALID', { fields: [fieldError('questions', rule, language)] });

export async function saveQuestions(
  { id, version, questions }: InputOf<Calls['saveQuestions']>,
  context: Notary,
): Promise<null> {
  const { db, services, now } = context;
  const row = await lockSeenMatter(context, { id, version });
  if (row.endedAt || row.state === 'signing') throw new Refusal('STATE_FORBIDS');
  const asked = questions.map((question) => ({ ...question, partyId: question.partyId?.toLowerCase() ?? null }));
  if (!areAskedOf(await findParties(db, id), asked)) throw questionsRefused('wrong', context);
  await updateQuestions(db, id, encryptQuestions(services.vault, id, asked), now);
  // The entry commits to the questions by digest; their text belongs to the parties and stays out of the journal.
  const detail = { count: asked.length, sha256: sha256Hex(canonicalBytes(asked)) };
  await recordNotaryAct(context, row, { event: 'questions-saved', detail });
  return null;
}

/** Wraps decisions after which everyone signs: draws the documents first, outside any transaction. */
const withDocuments = <Input extends Decided>(
  eventOf: (input: Input, row: MatterDbRow) => Decision & { opensSigning: boolean },
  requireReady: (db: Client, matterId: string) => Promise<void> = async () => {},
) => ({
  async prepare(input: Input, context: Notary): Promise<Prepared> {
    const { db, services, caller, now } = context;
    const seen = await requireSeenMatter(context, input);
    const { event, opensSigning } = eventOf(input, seen);
    requireAllowed(seen, event);
    await requireReady(db, seen.id);
    if (!opensSigning) return { drawn: [] };
    const composed = await composedOf(db, services, seen, { notaryId: caller.staffId, now });
    if (composed.questions.some(({ answer }) => answer === '')) throw questionsRefused('missing', context);
    if (!areAskedOf(composed.parties, composed.questions)) throw questionsRefused('wrong', context);
    return { drawn: await drawToSign(composed) };
  },
  async change(input: Input, context: Notary, { drawn }: Prepared): Promise<null> {
    const { db, services, now } = context;
    const row = await lockSeenMatter(context, input);
    const { opensSigning, ...decision } = eventOf(input, row);
    await requireReady(db, row.id);
    const reason = decision.facts?.reason ? String(decision.facts.reason) : null;
    const documents = opensSigning ? await openSigning(db, services, { matterId: row.id, drawn, reason, now }) : [];
    await decide(context, row, { ...decision, facts: { ...decision.facts, documents } });
    return null;
  },
});

export const confirmIdentities = withDocuments<InputOf<Calls['confirmIdentities']>>(({ needsSession }, { kind }) => {
  // A kind that requires a session always has one, whatever the notary chose.
  const hasSession = needsSession || !matterKindFacts[kind].mayOmitSession;
  return { event: hasSession ? 'identity-ok' : 'identity-ok-no-session', opensSigning: !hasSession };
}, requireIdentified);

export const endSession = withDocuments<InputOf<Calls['endSession']>>(({ outcome, reason }) => ({
  event: outcome,
  opensSigning: outcome === 'session-ok',
  facts: { reason },
}));

export const amendMatter = withDocuments<InputOf<Calls['amendMatter']>>(({ reason }, { state }) => ({
  event: state === 'sealing' ? 'return-documents' : 'amend',
  opensSigning: true,
  facts: { reason },
}));

export async function startSession(decided: Decided, context: Notary): Promise<null> {
  const row = await lockSeenMatter(context, decided);
  await decide(context, row, { event: row.state === 'scheduled' ? 'start' : 'start-now' });
  return null;
}

export async function reopenSession(
  { id, version, reason }: InputOf<Calls['reopenSession']>,
  context: Notary,
): Promise<null> {
  const row = await lockSeenMatter(context, { id, version });
  await decide(context, row, { event: 'reopen', facts: { reason } });
  await updateSignReason(context.db, id, reason);
  return null;
}
