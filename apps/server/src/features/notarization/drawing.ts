import { sha256Hex } from '@proofkeep/bundle/node';
import { fillTemplate, type MatterDocumentKind, matterKindFacts, signedDocumentKinds } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { uploadsOf } from '../uploads/service.ts';
import { deadlineOf } from './clock/working-days.ts';
import { completeContent, contentOf, questionsOf } from './content.ts';
import { composeDocument } from './documents/compose.ts';
import type { Composed, DeedWords } from './documents/composed.ts';
import { type DocumentPlaces, drawMatterDocument } from './documents/draw.ts';
import { type DocumentWords, encryptWords, keepFile } from './documents/files.ts';
import { matterDocumentLifecycle } from './documents/lifecycle.ts';
import { drawNotarySeal, drawSeal } from './documents/pictures.ts';
import { findDocuments, insertDocument, nextVersion } from './documents/store.ts';
import { templateValues } from './documents/template.ts';
import { findEvidence, findMaterials } from './evidence-store.ts';
import type { NotarySigner } from './offices/certificates.ts';
import { findNotary, findOffice } from './offices/store.ts';
import { wordingOf } from './offices/templates.ts';
import { moveStep } from './parties/lifecycle.ts';
import { findParties, findSteps, insertSteps, numberPlace, updateSignReason } from './parties/store.ts';
import { pausesOf } from './pause-store.ts';
import type { MatterDbRow } from './store.ts';

/** A drawn document that no row references yet. */
export interface Drawn {
  kind: MatterDocumentKind;
  pdf: Uint8Array;
  /** Digest before the first signature. */
  sha256: string;
  places: DocumentPlaces;
  words: DocumentWords;
  /** Version of the office's template; 0 is the standard wording. */
  templateVersion: number;
  /** Number of signatures and seals it has. */
  revision: number;
  drawnAt: Date;
}

type DrawDeps = Pick<Services, 'vault' | 'documentSigner' | 'publicUrl'>;

/** Collects the facts that documents of a matter state. */
export async function composedOf(
  db: Client,
  { vault, publicUrl }: DrawDeps,
  row: MatterDbRow,
  o: { notaryId: string; now: Date },
): Promise<Composed> {
  const content = completeContent(contentOf(vault, row), 'zh');
  const office = await findOffice(db, content.officeId);
  const notary = await findNotary(db, o.notaryId);
  if (!office || !notary) throw new Refusal('NOT_FOUND');
  const facts = matterKindFacts[content.kind];
  const decrypted = (bytes: Buffer) => vault.decrypt(bytes, numberPlace(row.id));
  const parties = await findParties(db, row.id);
  const files = [
    ...(await findMaterials(db, row.id)).map(({ code, fileId }) => ({
      label: facts.materials.find((material) => material.code === code)?.label[0] ?? code,
      fileId,
    })),
    ...parties.flatMap(({ name, authorityId }) =>
      authorityId === null ? [] : [{ label: `${name}的授权文件`, fileId: authorityId }],
    ),
  ];
  const uploads = await uploadsOf(
    db,
    files.map(({ fileId }) => fileId),
  );
  const wording = await wordingOf(db, office.id, content.kind);
  const known = {
    no: row.no,
    officeName: office.name,
    officeAddress: office.address,
    officePhone: office.phone,
    notaryName: notary.name,
    content,
    parties: parties.map((party) => ({
      id: party.id,
      role: party.role,
      name: party.name,
      idNumber: decrypted(party.idNumberEncrypted),
      representative:
        party.representativeName && party.representativeIdEncrypted
          ? { name: party.representativeName, idNumber: decrypted(party.representativeIdEncrypted) }
          : null,
      phone: party.phone,
    })),
    evidence: await findEvidence(db, row.id),
    materials: files.map(({ label, fileId }) => ({
      label,
      name: uploads.find((upload) => upload.fileId === fileId)?.name ?? '',
    })),
    feeCents: row.feeCents ?? 0,
    deadline: deadlineOf(row.acceptedAt ?? o.now, pausesOf(row), o.now),
    publicUrl,
    drawnAt: o.now,
  };
  const usualQuestions = () => fillTemplate(wording.inquiry.text, templateValues(known));
  const questions =
    questionsOf(vault, row) ??
    usualQuestions().map((question) => ({ question, answer: '', partyId: null, written: null }));
  return { ...known, wording, questions };
}

/** Office and notary as named in sealed documents. */
export type Names = Pick<Composed, 'officeName' | 'notaryName'>;

export const namesOf = ({ officeName, notaryName }: Names): Names => ({ officeName, notaryName });

/**
 * @throws Refusal STATE_FORBIDS if the office or the notary was renamed after a document was sealed under the old name
 */
export function requireNames(now: Names, sealed: Names): void {
  if (now.officeName !== sealed.officeName || now.notaryName !== sealed.notaryName) throw new Refusal('STATE_FORBIDS');
}

/** Draws a document; the parties sign its current digest. */
export async function draw(
  kind: MatterDocumentKind,
  composed: Composed,
  deed: DeedWords | null = null,
): Promise<Drawn> {
  const words = composeDocument(kind, composed, deed);
  const { pdf, places } = await drawMatterDocument(words);
  const templateVersion = composed.wording[kind].version;
  return { kind, pdf, sha256: sha256Hex(pdf), places, words, templateVersion, revision: 0, drawnAt: composed.drawnAt };
}

/** Draws the documents that the parties sign. */
export const drawToSign = async (composed: Composed): Promise<Drawn[]> => {
  const drawn: Drawn[] = [];
  const { instrument } = matterKindFacts[composed.content.kind];
  for (const kind of signedDocumentKinds)
    if (kind !== 'instrument' || instrument) drawn.push(await draw(kind, composed));
  return drawn;
};

/** Adds the office's seal with a timestamp, as the last signature. */
export async function sealPdf(
  { documentSigner }: DrawDeps,
  o: { pdf: Uint8Array; places: DocumentPlaces; officeName: string; notaryName: string; now: Date },
): Promise<Uint8Array> {
  return documentSigner.sign(o.pdf, {
    signerName: o.officeName,
    reason: `公证处印章，公证员 ${o.notaryName}`,
    at: o.now,
    appearance: { picture: await drawSeal(o.officeName), ...o.places.seal },
  });
}

/** Draws the acceptance notice, which only the office seals. */
export async function drawReceipt(deps: DrawDeps, composed: Composed): Promise<Drawn> {
  const drawn = await draw('receipt', composed);
  const { officeName, notaryName, drawnAt: now } = composed;
  return { ...drawn, pdf: await sealPdf(deps, { ...drawn, officeName, notaryName, now }), revision: 1 };
}

/** Draws the deed; the notary signs it with their own certificate, and the office seals it. */
export async function drawDeed(
  deps: DrawDeps,
  composed: Composed,
  { signer, ...deed }: DeedWords & { signer: NotarySigner },
): Promise<Drawn> {
  const drawn = await draw('deed', composed, deed);
  const { officeName, drawnAt: now } = composed;
  const { name, licenceNo } = signer.notary;
  const { notary: place, seal } = drawn.places;
  const at = { signerName: name, reason: `公证员签名，执业证号 ${licenceNo}`, at: now };
  const appearance = { picture: await drawNotarySeal(name), ...(place ?? seal) };
  const signed = await deps.documentSigner.sign(drawn.pdf, { ...at, appearance }, signer.key);
  const pdf = await sealPdf(deps, { pdf: signed, places: drawn.places, officeName, notaryName: name, now });
  return { ...drawn, pdf, revision: 2 };
}

/** A document as named in the journal; `signers` are the parties who have to sign this version. */
export interface DocumentFact {
  kind: MatterDocumentKind;
  version: number;
  sha256: string;
  templateVersion: number;
  signers: string[];
}

/**
 * Stores drawn documents as the current ones and voids earlier versions of their kinds. The caller holds the lock of
 * the matter's row. @returns the stored documents, for the journal
 */
export async function keepDocuments(
  db: Client,
  services: Pick<Services, 'store' | 'vault'>,
  { matterId, drawn, state }: { matterId: string; drawn: readonly Drawn[]; state: 'frozen' | 'sealed' },
): Promise<DocumentFact[]> {
  const facts: DocumentFact[] = [];
  const before = await findDocuments(db, matterId);
  for (const one of drawn) {
    const replaced = before.find(({ kind }) => kind === one.kind);
    if (replaced)
      await transition(db, matterDocumentLifecycle, replaced.id, { event: 'replace', who: 'notary', detail: null });
    const id = await newId(db);
    const fileKey = await keepFile(services, { matterId, documentId: id, pdf: one.pdf });
    const version = await nextVersion(db, matterId, one.kind);
    const { kind, sha256, places, revision, templateVersion, drawnAt } = one;
    const textEncrypted = encryptWords(services.vault, id, one.words);
    const row = { id, matterId, kind, version, state, sha256, places, revision, fileKey, drawnAt };
    await insertDocument(db, { ...row, textEncrypted, templateVersion });
    facts.push({ kind, version, sha256, templateVersion, signers: Object.keys(places.signers).sort() });
  }
  return facts;
}

/**
 * Stores the documents to be signed and asks every party for a signature. Earlier signatures are void, because they
 * were made on other digests. If documents are replaced, the parties who had signed or read them are given the reason.
 * @param o.reason null: the reason that the notary gave for a new session
 */
export async function openSigning(
  db: Client,
  services: Pick<Services, 'store' | 'vault'>,
  { matterId, drawn, reason, now }: { matterId: string; drawn: readonly Drawn[]; reason: string | null; now: Date },
): Promise<DocumentFact[]> {
  const documents = await keepDocuments(db, services, { matterId, drawn, state: 'frozen' });
  if (reason) await updateSignReason(db, matterId, reason);
  for (const { id, kind, state, reason: given } of await findSteps(db, matterId))
    if (kind === 'sign' && state === 'done')
      await moveStep(db, id, { event: 'reopen', who: 'notary', now, reason: given });
  for (const { id: partyId } of await findParties(db, matterId))
    await insertSteps(db, { matterId, partyId, kinds: ['sign'] });
  return documents;
}
