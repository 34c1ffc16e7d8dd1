import { consentVersion, type InputOf, type PartyMatter, type phoneSigningCalls } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import { findOffice, findSteps, moveMatter, originOf } from '../notarization/service.ts';
import { actorOf, finishStep, lockTask, type Party } from './access.ts';
import { consentFor, consentText, matterAfter } from './reading.ts';
import { recordPhone } from './sign-in.ts';
import { insertConsent } from './store.ts';

type Calls = typeof phoneSigningCalls;

/**
 * Records the consent with the digest of its words. If a party signed in before the fee was paid, their phone step is
 * finished here, since the step didn't exist then. @throws Refusal AGREEMENT_CHANGED if the words have changed
 */
export async function consent({ nid, sha256 }: InputOf<Calls['consent']>, context: Party): Promise<PartyMatter> {
  const { db, now } = context;
  const task = await lockTask(context, nid);
  const { row, party } = task;
  const office = row.officeId === null ? undefined : await findOffice(db, row.officeId);
  const language = (['zh', 'en'] as const).find((one) => consentFor(office?.name ?? '', one).sha256 === sha256);
  if (!language) throw new Refusal('AGREEMENT_CHANGED');
  await recordPhone(context, task, context.caller.verifiedAt);
  await finishStep(context, task, 'statement', { wordsSha256: sha256, wordsVersion: consentVersion, language });
  const words = consentText(office?.name ?? '', language);
  await insertConsent(db, { partyId: party.id, words, version: consentVersion, now });
  return matterAfter(context);
}

/** Declines to go on; before the signature, this objects to a document. @throws Refusal STATE_FORBIDS after signing */
export async function decline({ nid, reason }: InputOf<Calls['decline']>, context: Party): Promise<PartyMatter> {
  const { db, services, now } = context;
  const { row, party } = await lockTask(context, nid);
  const steps = (await findSteps(db, row.id)).filter(({ partyId }) => partyId === party.id);
  if (!steps.some(({ state }) => state === 'open')) throw new Refusal('STATE_FORBIDS');
  await moveMatter(db, services.jobs, row, {
    event: row.state === 'signing' ? 'dispute' : 'refuse',
    actor: actorOf(party),
    origin: originOf(context),
    now,
    facts: { partyId: party.id, reason },
  });
  return matterAfter(context);
}
