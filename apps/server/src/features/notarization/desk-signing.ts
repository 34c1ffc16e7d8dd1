import type { InputOf, MatterSummary, notarizationCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { applicantActor, lockOwnMatter, originOf, requireOwnMatter } from './access.ts';
import type { MatterActor } from './journal/journal.ts';
import type { PartyRow } from './parties/store.ts';
import { summaryOf } from './reading.ts';
import * as signing from './signing.ts';
import { findMatter } from './store.ts';

type Calls = typeof notarizationCalls;
type User = Context<'user'>;

/** A party may sign at the applicant's desk: the code goes to the party's own phone. */
export async function sendSigningCode({ id, partyId }: InputOf<Calls['sendSigningCode']>, context: User) {
  const row = await requireOwnMatter(context, id);
  context.audit({ matter: row.no, party: partyId });
  return signing.sendSigningCode(context.db, row, partyId, context);
}

export async function signImage({ id, partyId, strokes }: InputOf<Calls['signImage']>, context: User) {
  const row = await requireOwnMatter(context, id);
  context.audit({ matter: row.no, party: partyId });
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
  const { party } = await signing.requireSigning(db, row, partyId);
  await signing.signDocuments(db, services, row, {
    partyId,
    handwritingId: imageId,
    code,
    sha256,
    actor: await signerActor(context, party),
    origin: originOf(context),
    now,
  });
  const after = await findMatter(db, id);
  if (!after) throw new Refusal('NOT_FOUND');
  return summaryOf(after, now, services.vault);
}

/** The applicant's own party signs as the applicant; another one signs as itself, at the applicant's desk. */
async function signerActor(context: User, party: PartyRow): Promise<MatterActor> {
  if (party.role === 'applicant') return applicantActor(context);
  return { role: 'party', id: party.id, name: party.representativeName ?? party.name };
}
