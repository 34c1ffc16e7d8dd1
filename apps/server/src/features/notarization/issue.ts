import {
  accountDay,
  type consoleNotarizationCalls,
  type InputOf,
  matterStateTable,
  type VerifiedEvidence,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { lockSeenMatter, notaryActor, originOf, requireOffice, requireSeenMatter } from './access.ts';
import { stateDeed } from './deed.ts';
import type { DeedWords } from './documents/composed.ts';
import { dropFile, keepFile, readFile } from './documents/files.ts';
import { matterDocumentLifecycle } from './documents/lifecycle.ts';
import { drawNotarySeal, drawSeal, pictureDigest } from './documents/pictures.ts';
import { embedSignatures } from './documents/revisions.ts';
import { type DocumentRow, findDocuments, findSignatures } from './documents/store.ts';
import { composedOf, drawDeed, keepDocuments, type Names, namesOf, requireNames, sealPdf } from './drawing.ts';
import { isAllIntact, requireIntactEvidence, verifyEvidence } from './evidence.ts';
import { entryTime } from './journal/journal.ts';
import { moveMatter } from './lifecycle.ts';
import { type NotarySigner, notarySigner, requireUnrevoked } from './offices/certificates.ts';
import { takeDeedNumber } from './offices/store.ts';
import { missingSignatures } from './signing.ts';
import { requireVerifiedDocuments } from './verify-deed.ts';

type Calls = typeof consoleNotarizationCalls;
type Notary = Context<'notary'>;

interface SealedDocument {
  document: DocumentRow;
  pdf: Uint8Array;
}

interface Ready {
  sealed: SealedDocument[];
  verified: VerifiedEvidence[];
  signer: NotarySigner;
  /** Names as in the sealed documents. */
  names: Names;
}

/**
 * Issues the deed. Seals the signed documents first, outside any transaction. The transaction that moves the matter
 * then numbers, draws and seals the deed and makes all files effective at once. A crash before COMMIT leaves
 * unreferenced files.
 */
export const issueDeed = {
  async prepare({ id, version }: InputOf<Calls['issueDeed']>, context: Notary): Promise<Ready> {
    const { db, services, caller, now } = context;
    await requireProof(context);
    const seen = await requireSeenMatter(context, { id, version });
    if (!matterStateTable.after(seen.state, 'issue', 'notary')) throw new Refusal('STATE_FORBIDS');
    const names = namesOf(await composedOf(db, services, seen, { notaryId: caller.staffId, now }));
    const deps = { ...services, signer: services.documentSigner };
    const frozen = (await findDocuments(db, id)).filter(({ state }) => state === 'frozen');
    if ((await missingSignatures(db, frozen)) !== 0) throw new Refusal('STATE_FORBIDS');
    const verified = await verifyEvidence(db, services, id);
    const signer = await notarySigner(db, services, caller.staffId, now);
    const sealed: SealedDocument[] = [];
    if (!isAllIntact(verified)) return { sealed, verified, signer, names };
    for (const { id: documentId } of frozen) {
      const document = await embedSignatures(db, deps, documentId);
      const pdf = await readFile(services, document);
      const { places } = document;
      sealed.push({ document, pdf: await sealPdf(services, { pdf, places, ...names, now }) });
    }
    return { sealed, verified, signer, names };
  },

  async change(
    { id, version, text }: InputOf<Calls['issueDeed']>,
    context: Notary,
    { sealed, verified, signer, names }: Ready,
  ): Promise<{ deedNo: string }> {
    const { db, services, caller, audit } = context;
    await requireProof(context);
    const row = await lockSeenMatter(context, { id, version });
    await requireUnrevoked(db, signer);
    // Deed, statement and journal must state the same time.
    const now = await entryTime(db, row.id, context.now);
    const intact = await requireIntactEvidence(context, row, verified);
    const { id: officeId, numberPrefix } = await requireOffice(context);
    const year = Number(accountDay(now).slice(0, 4));
    const deedNo = `（${year}）${numberPrefix}字第 ${await takeDeedNumber(db, officeId, year)} 号`;
    const composed = await composedOf(db, services, row, { notaryId: caller.staffId, now });
    requireNames(composed, names);
    const deed = await drawDeed(services, composed, {
      no: deedNo,
      text,
      instrument: await signedInstrument(db, sealed),
      signer,
    });
    const documents = await keepDocuments(db, services, { matterId: id, drawn: [deed], state: 'sealed' });
    for (const one of sealed) await sealDocument(context, one);
    const actor = await notaryActor(context);
    const { no } = row;
    const { officeName: office } = composed;
    const { statement, sha256: statementSha256 } = await stateDeed(db, services, {
      matterId: id,
      no,
      deedNo,
      office,
      now,
    });
    const seals = {
      office: pictureDigest(await drawSeal(office)),
      notary: pictureDigest(await drawNotarySeal(signer.notary.name)),
    };
    const facts = { deedNo, statementSha256, office, notary: signer.notary, ...intact, documents, seals };
    const set = { deed_no: deedNo };
    await moveMatter(db, services.jobs, row, { event: 'issue', actor, origin: originOf(context), now, facts, set });
    await requireVerifiedDocuments(db, services, { matterId: id, statement });
    await services.jobs.send(db, 'bundle-matter', { matterId: id });
    audit({ matter: row.no, accountId: row.accountId, deed: deedNo });
    return { deedNo };
  },
};

/** The signed instrument that the deed certifies; null if the kind has none. */
async function signedInstrument(db: Notary['db'], sealed: readonly SealedDocument[]): Promise<DeedWords['instrument']> {
  const document = sealed.map((one) => one.document).find(({ kind }) => kind === 'instrument');
  if (!document) return null;
  return { sha256: document.sha256, signatures: await findSignatures(db, [document.id]) };
}

async function sealDocument({ db, services }: Notary, { document, pdf }: SealedDocument): Promise<void> {
  const { id, matterId, revision } = document;
  const fileKey = await keepFile(services, { matterId, documentId: id, pdf });
  const set = { file_key: fileKey, revision: revision + 1 };
  await transition(db, matterDocumentLifecycle, id, { event: 'seal', who: 'notary', detail: null, set }).catch(
    async (error: unknown) => {
      await dropFile(services, fileKey);
      throw error;
    },
  );
}
