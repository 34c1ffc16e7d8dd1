import type { InputOf, MatterSummary, notarizationCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { applicantActor, lockOwnMatter, originOf, requireOwnMatter } from './access.ts';
import { findParties, type PartyRow } from './parties/store.ts';
import { summaryOf } from './reading.ts';
import * as signing from './signing.ts';
import { findMatter } from './store.ts';

type Calls = typeof notarizationCalls;
type User = Context<'user'>;

/**
 * Requires a party who may sign at the applicant's desk: only the applicant's own side. The applicant's session must
 * not be able to sign for the counterparty, who signs in and signs on the phone. @throws Refusal NOT_FOUND if the
 * matter has no such party, STATE_FORBIDS for a counterparty
 */
async function requireOwnSide({ db }: User, matterId: string, partyId: string): Promise<PartyRow> {
  const party = (await findParties(db, matterId)).find(({ id }) => id === partyId);
  if (!party) throw new Refusal('NOT_FOUND');
  if (party.role === 'counterparty') throw new Refusal('STATE_FORBIDS');
  return party;
}

/** Sends the code to the party's own phone. */
export async function sendSigningCode({ id, partyId }: InputOf<Calls['sendSigningCode']>, context: User) {
  const row = await requireOwnMatter(context, id);
  context.audit({ matter: row.no, party: partyId });
  await requireOwnSide(context, row.id, partyId);
  return signing.sendSigningCode(context.db, row, partyId, context);
}

export async function signImage({ id, partyId, strokes }: InputOf<Calls['signImage']>, context: User) {
  const row = await requireOwnMatter(context, id);
  context.audit({ matter: row.no, party: partyId });
  await requireOwnSide(context, row.id, partyId);
  return signing.storeHandwriting(context.db, row, {
    partyId,
    strokes,
    origin: originOf(context),
    language: context.language,
    now: context.now,
  });
}

export async function signPdf(
  { id, partyId, imageId, code, sha256 }: InputOf<Calls['signPdf']>,
  context: User,
): Promise<MatterSummary> {
  const { db, services, now, audit } = context;
  const row = await lockOwnMatter(context, id);
  audit({ matter: row.no, party: partyId });
  const party = await requireOwnSide(context, row.id, partyId);
  const { id: loginId, name: loginName } = await applicantActor(context);
  await signing.signDocuments(db, services, row, {
    partyId,
    handwritingId: imageId,
    code,
    sha256,
    actor: { role: 'party', id: party.id, name: party.representativeName ?? party.name },
    by: { via: 'desk', login: { id: loginId, name: loginName } },
    origin: originOf(context),
    now,
  });
  const after = await findMatter(db, id);
  if (!after) throw new Refusal('NOT_FOUND');
  return summaryOf(after, now, services.vault);
}
