import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  fieldError,
  handwritingProblem,
  type Language,
  type MatterDocumentKind,
  type Strokes,
  signedDocumentKinds,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { sendCode, spendCode } from '../identity/service.ts';
import { drawHandwriting, urlOf } from './documents/pictures.ts';
import {
  type DocumentRow,
  findDocuments,
  findHandwriting,
  findSignatures,
  insertHandwriting,
  insertSignature,
} from './documents/store.ts';
import { systemActor } from './identification.ts';
import { type ActOrigin, appendEntry, type MatterActor } from './journal/journal.ts';
import { moveMatter } from './lifecycle.ts';
import { moveStep } from './parties/lifecycle.ts';
import { findParties, findStep, findSteps, type PartyRow, signerOf } from './parties/store.ts';
import { findMatter, type MatterDbRow } from './store.ts';

/** A party in the signing state, with the documents they sign. */
export interface Signing {
  party: PartyRow;
  documents: readonly DocumentRow[];
}

/** Current documents with a place for the party's signature, signed or not. */
export async function documentsToSign(
  db: Client,
  { matterId, partyId }: { matterId: string; partyId: string },
): Promise<DocumentRow[]> {
  const isTheirs = ({ kind, places }: DocumentRow) =>
    (signedDocumentKinds as readonly string[]).includes(kind) && places.signers[partyId] !== undefined;
  return (await findDocuments(db, matterId)).filter(isTheirs);
}

/**
 * Finds what a party has to sign now. @throws Refusal NOT_FOUND if the matter has no such party, STATE_FORBIDS outside
 * the signing state, or if they have already signed
 */
export async function requireSigning(
  db: Client,
  row: Pick<MatterDbRow, 'id' | 'state'>,
  partyId: string,
): Promise<Signing> {
  const party = (await findParties(db, row.id)).find(({ id }) => id === partyId);
  const step = party && (await findStep(db, { partyId, kind: 'sign' }));
  if (row.state !== 'signing') throw new Refusal('STATE_FORBIDS');
  if (!party) throw new Refusal('NOT_FOUND');
  const documents = await documentsToSign(db, { matterId: row.id, partyId });
  if (step?.state !== 'open') throw new Refusal('STATE_FORBIDS');
  return { party, documents };
}

/**
 * Binds a code and handwriting to the matter, the party and the digests of the documents, so they can't be used for
 * another version.
 */
function bindingOf(matterId: string, { party, documents }: Signing): string {
  const digests = documents.map(({ kind, sha256 }) => `${kind} ${sha256}`).sort();
  return sha256Hex(Buffer.from(JSON.stringify([matterId, party.id, digests])));
}

const requesterOf = (matterId: string, signing: Signing): string => `matter ${bindingOf(matterId, signing)}`;

type CodeContext = Pick<Context, 'services' | 'language' | 'now'>;

/** Sends a party the code to sign. @throws Refusal as `requireSigning`; TOO_MANY, CODES_USED_UP, CODES_PAUSED */
export async function sendSigningCode(
  db: Client,
  row: Pick<MatterDbRow, 'id' | 'no' | 'state'>,
  partyId: string,
  { services, language, now }: CodeContext,
): Promise<{
  againInSeconds: number;
  validSeconds: number;
  documents: { kind: MatterDocumentKind; sha256: string }[];
}> {
  const signing = await requireSigning(db, row, partyId);
  const { party, documents } = signing;
  const sent = await sendCode(db, {
    phone: party.phone,
    purpose: 'sign',
    requester: { name: requesterOf(row.id, signing), isKnown: false },
    now,
    vault: services.vault,
    mostTextCodesAnHour: services.mostTextCodesAnHour,
    language,
    isKnown: true,
    textMessages: services.textMessages,
    values: { matter: row.no, count: String(documents.length) },
  });
  return { ...sent, documents: documents.map(({ kind, sha256 }) => ({ kind, sha256 })) };
}

/** Stores a handwritten signature. @throws Refusal as `requireSigning`; INPUT_INVALID if the strokes are no signature */
export async function storeHandwriting(
  db: Client,
  row: Pick<MatterDbRow, 'id' | 'state'>,
  o: { partyId: string; strokes: Strokes; origin: ActOrigin; language: Language; now: Date },
): Promise<{ imageId: string; imgUrl: string }> {
  const binding = bindingOf(row.id, await requireSigning(db, row, o.partyId));
  if (handwritingProblem(o.strokes))
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('strokes', 'wrong', o.language)] });
  const { partyId, strokes, origin, now } = o;
  const imageId = await insertHandwriting(db, { matterId: row.id, partyId, strokes, binding, ...origin, now });
  return { imageId, imgUrl: urlOf(drawHandwriting(strokes)) };
}

export interface SigningAct {
  partyId: string;
  handwritingId: string;
  code: string;
  /** Digests of the documents that the party read. */
  sha256: readonly string[];
  actor: MatterActor;
  /** Where the signature was made; at the applicant's desk, also in whose session. */
  by: { via: 'phone' } | { via: 'desk'; login: { id: string | null; name: string } };
  origin: ActOrigin;
  now: Date;
}

/**
 * Records a party's signature on all of their documents, under the lock of the matter's row, so one of several
 * concurrent attempts succeeds. The signatures count from COMMIT; a job embeds them into the files. @throws Refusal as
 * `requireSigning`; STATE_FORBIDS if the documents were replaced, or the handwriting is used or outdated; CODE_INVALID;
 * NOT_FOUND for handwriting of another party
 */
export async function signDocuments(
  db: Client,
  { jobs, vault }: Pick<Services, 'jobs' | 'vault'>,
  row: MatterDbRow,
  act: SigningAct,
): Promise<void> {
  const signing = await requireSigning(db, row, act.partyId);
  const { party, documents } = signing;
  const current = documents.map(({ sha256 }) => sha256).sort();
  if (JSON.stringify([...act.sha256].sort()) !== JSON.stringify(current)) throw new Refusal('STATE_FORBIDS');
  const handwriting = await findHandwriting(db, { id: act.handwritingId, partyId: party.id });
  if (!handwriting) throw new Refusal('NOT_FOUND');
  if (handwriting.isUsed || handwriting.binding !== bindingOf(row.id, signing)) throw new Refusal('STATE_FORBIDS');
  const { code, now, origin, actor, by } = act;
  await spendCode(db, {
    phone: party.phone,
    purpose: 'sign',
    now,
    vault,
    requester: requesterOf(row.id, signing),
    code,
  });
  const handwritingId = act.handwritingId;
  for (const { id: documentId } of documents) {
    const isNew = await insertSignature(db, { documentId, partyId: party.id, handwritingId, ...origin, now });
    if (!isNew) throw new Refusal('STATE_FORBIDS');
    await jobs.send(db, 'embed-signatures', { documentId });
  }
  const step = await findStep(db, { partyId: party.id, kind: 'sign' });
  if (step) await moveStep(db, step.id, { event: 'finish', who: 'person', now, result: { handwritingId } });
  const detail = {
    partyId: party.id,
    signer: signerOf(party),
    ...by,
    handwritingId,
    handwritingSha256: sha256Hex(canonicalBytes(handwriting.strokes)),
    documents: documents.map(({ kind, version, sha256 }) => ({ kind, version, sha256 })),
  };
  await appendEntry(db, jobs, { matterId: row.id, no: row.no, actor, event: 'documents-signed', detail, origin, now });
  await endSigning(db, jobs, row.id, now);
}

/** Hands the matter to the notary once everyone has signed. */
async function endSigning(db: Client, jobs: Jobs, matterId: string, now: Date): Promise<void> {
  if ((await findSteps(db, matterId)).some(({ kind, state }) => kind === 'sign' && state === 'open')) return;
  const row = await findMatter(db, matterId);
  if (row) await moveMatter(db, jobs, row, { event: 'all-signed', actor: systemActor, origin: null, now });
}

/** Counts the missing signatures of each document. */
export async function missingSignatures(db: Client, documents: readonly DocumentRow[]): Promise<number> {
  const signatures = await findSignatures(
    db,
    documents.map(({ id }) => id),
  );
  return documents.reduce(
    (sum, { id, places }) =>
      sum + Object.keys(places.signers).length - signatures.filter(({ documentId }) => documentId === id).length,
    0,
  );
}
