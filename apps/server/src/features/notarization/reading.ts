import {
  accountDay,
  type Bytes,
  type InputOf,
  idleLimitDays,
  isMatterOver,
  type MatterDetail,
  type MatterDocument,
  type MatterKind,
  type MatterParty,
  type MatterRow,
  type MatterSummary,
  maskedIdNumber,
  maskedPhone,
  matterDocumentTitle,
  matterKindFacts,
  type notarizationCalls,
  templateDocumentsOf,
  turnOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import { listAttestations } from '../attestations/service.ts';
import { dictionaryValue } from '../dictionary/service.ts';
import { findCosts } from '../money/service.ts';
import { uploadBytes, uploadsOf } from '../uploads/service.ts';
import { requireOwnMatter } from './access.ts';
import { deadlineOf } from './clock/working-days.ts';
import { contentOf } from './content.ts';
import { type DocumentWords, decryptWords, readFile } from './documents/files.ts';
import { drawSeal, urlOf } from './documents/pictures.ts';
import { embedSignatures } from './documents/revisions.ts';
import { type DocumentRow, findDocument, findDocuments, findSignatures, findText } from './documents/store.ts';
import { findEvidence, findMaterials, listUsedEvidence } from './evidence-store.ts';
import { quoteFee } from './fee.ts';
import { journalOf } from './journal/journal.ts';
import { countViews, listMatters } from './list-store.ts';
import { listOffices } from './offices/store.ts';
import { findParties, findSteps, numberPlace } from './parties/store.ts';
import { pausesOf } from './pause-store.ts';
import type { MatterDbRow } from './store.ts';

type Calls = typeof notarizationCalls;
type User = Context<'user'>;

const turnFor = ({ state, hasOpenStep }: Pick<MatterDbRow, 'state' | 'hasOpenStep'>) =>
  turnOf(state, { role: 'applicant', hasOpenStep });

export function rowOf(row: MatterDbRow, now: Date): MatterRow {
  const { acceptedAt } = row;
  const hasDeadline = acceptedAt !== null && !isMatterOver(row.state);
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    state: row.state,
    turn: turnFor(row),
    parties: row.partyNames,
    officeName: row.officeName,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    deadline: hasDeadline ? deadlineOf(acceptedAt, pausesOf(row), now) : null,
  };
}

export function summaryOf(row: MatterDbRow, now: Date, vault: Services['vault']): MatterSummary {
  const content = contentOf(vault, row);
  return {
    ...rowOf(row, now),
    purpose: content.purpose,
    feeCents: row.feeCents,
    isFeeWaived: row.isFeeWaived,
    orderNo: row.orderNo,
    copies: content.copies,
    delivery: content.delivery,
    shipment: shipmentOf(row),
    wantsVideo: content.wantsVideo,
    notaryName: row.notaryName,
    corrections: row.state === 'correction' ? row.corrections : [],
    reason: row.reason,
    deedNo: row.deedNo,
  };
}

const shipmentOf = ({ carrier, trackingNo, shippedAt }: MatterDbRow): MatterSummary['shipment'] =>
  carrier !== null && trackingNo !== null && shippedAt !== null
    ? { carrier, trackingNo, shippedAt: shippedAt.toISOString() }
    : null;

export async function matters(input: InputOf<Calls['matters']>, { db, caller, now }: User) {
  const scope = scopeOf(caller);
  const { rows, total } = await listMatters(db, scope, input);
  const counts = await countViews(db, scope);
  return { list: rows.map((row) => rowOf(row, now)), total, counts };
}

export async function matterSummary({ id }: { id: string }, context: User): Promise<MatterSummary> {
  return summaryOf(await requireOwnMatter(context, id), context.now, context.services.vault);
}

export async function matterInfo({ id }: { id: string }, context: User): Promise<MatterDetail> {
  const { db, services, now } = context;
  return detailOf(db, services, await requireOwnMatter(context, id), { now, isMasked: true });
}

/** @param o.isMasked masks identity numbers and phones, for the desk */
export async function detailOf(
  db: Client,
  services: Services,
  row: MatterDbRow,
  o: { now: Date; isMasked: boolean },
): Promise<MatterDetail> {
  const content = contentOf(services.vault, row);
  const pause = row.pauses.find(({ endedAt }) => endedAt === null);
  const materials = await findMaterials(db, row.id);
  const uploads = await uploadsOf(
    db,
    materials.map(({ fileId }) => fileId),
  );
  const journal = await journalOf(db, row.id);
  return {
    ...summaryOf(row, o.now, services.vault),
    officeId: row.officeId ?? content.officeId,
    form: content.form,
    people: await partiesOf(db, services, row.id, o.isMasked),
    evidence: (await findEvidence(db, row.id)).map(({ ano, name, state }) => ({ ano, name, state, sealedAt: null })),
    materials: materials.flatMap(({ code, fileId }) => {
      const file = uploads.find((upload) => upload.fileId === fileId);
      return file ? [{ code, file }] : [];
    }),
    documents: await documentsOf(db, row.id),
    pause: pause ? { reason: pause.reason, since: new Date(pause.beganAt).toISOString() } : null,
    cost: (await findCosts(db, [row.no])).get(row.no) ?? null,
    expiresOn: expiresOn(row, journal),
    journal,
  };
}

const dayMs = 86_400_000;

/** As `watchMatters` counts: from the last change or entry of the journal. */
function expiresOn({ state, changedAt }: MatterDbRow, journal: MatterDetail['journal']): string | null {
  const days = idleLimitDays(state);
  if (days === null) return null;
  const idleSince = Math.max(changedAt.getTime(), Date.parse(journal.at(-1)?.at ?? changedAt.toISOString()));
  return accountDay(new Date(idleSince + days * dayMs));
}

async function partiesOf(db: Client, { vault }: Services, matterId: string, isMasked: boolean): Promise<MatterParty[]> {
  const rows = await findParties(db, matterId);
  const steps = await findSteps(db, matterId);
  const authorities = await uploadsOf(
    db,
    rows.flatMap(({ authorityId }) => authorityId ?? []),
  );
  return rows.map((party) => {
    const number = vault.decrypt(party.idNumberEncrypted, numberPlace(matterId));
    return {
      id: party.id,
      role: party.role,
      kind: party.kind,
      name: party.name,
      idNumber: isMasked ? maskedIdNumber(number) : number,
      representative: party.representativeName,
      phone: isMasked ? maskedPhone(party.phone) : party.phone,
      authority: authorities.find(({ fileId }) => fileId === party.authorityId) ?? null,
      steps: steps
        .filter(({ partyId }) => partyId === party.id)
        .map(({ id, kind, state, doneAt, reason }) => ({
          id,
          kind,
          state,
          doneAt: doneAt?.toISOString() ?? null,
          reason,
        })),
    };
  });
}

/** The current documents, each with its signers. */
export async function documentsOf(db: Client, matterId: string): Promise<MatterDocument[]> {
  const rows = await findDocuments(db, matterId);
  const signatures = await findSignatures(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, kind, version, state, sha256, drawnAt }) => ({
    id,
    kind,
    version,
    state,
    sha256,
    drawnAt: drawnAt.toISOString(),
    signatures: signatures
      .filter(({ documentId }) => documentId === id)
      .map(({ partyId, name, signedAt }) => ({ partyId, name, signedAt: signedAt.toISOString() })),
  }));
}

export async function matterPdfs({ id }: { id: string }, context: User) {
  const row = await requireOwnMatter(context, id);
  const documents = await documentsOf(context.db, row.id);
  const of = (kind: MatterDocument['kind']) => documents.find((document) => document.kind === kind) ?? null;
  return {
    write: of('write'),
    receipt: of('receipt'),
    inform: of('inform'),
    inquiry: of('inquiry'),
    instrument: of('instrument'),
    deed: of('deed'),
  };
}

export async function matterFile({ id, documentId }: InputOf<Calls['matterFile']>, context: User): Promise<Bytes> {
  const row = await requireOwnMatter(context, id);
  return documentBytes(context.db, context.services, { matterId: row.id, kind: row.kind, documentId });
}

/** A document of a matter with all its signatures. @throws Refusal NOT_FOUND, also for a document of another matter */
export async function documentBytes(
  db: Client,
  services: Services,
  { matterId, kind, documentId }: { matterId: string; kind: MatterKind; documentId: string },
): Promise<Bytes> {
  const found = await findDocument(db, documentId);
  if (found?.matterId !== matterId) throw new Refusal('NOT_FOUND');
  const deps = { ...services, signer: services.documentSigner };
  const document: DocumentRow = found.state === 'void' ? found : await embedSignatures(db, deps, documentId);
  const body = await readFile(services, document);
  const [, name] = matterDocumentTitle(document.kind, kind);
  return { body, fileName: `${name.toLowerCase().replaceAll(' ', '-')}.pdf`, sizeBytes: body.length };
}

/**
 * The words of a document of a matter. @throws Refusal NOT_FOUND, also for a document of another matter or a replaced
 * one
 */
export async function documentWords(
  db: Client,
  { vault }: Pick<Services, 'vault'>,
  { matterId, documentId }: { matterId: string; documentId: string },
): Promise<DocumentWords> {
  const encrypted = await findText(db, { id: documentId, matterId });
  if (!encrypted) throw new Refusal('NOT_FOUND');
  return decryptWords(vault, documentId, encrypted);
}

export async function matterMaterial({ id, fileId }: InputOf<Calls['matterMaterial']>, context: User): Promise<Bytes> {
  const row = await requireOwnMatter(context, id);
  return materialBytes(context.db, context.services, { matterId: row.id, fileId });
}

/** A file of the application: a material, or a party's authorization. @throws Refusal NOT_FOUND */
export async function materialBytes(
  db: Client,
  services: Services,
  { matterId, fileId }: { matterId: string; fileId: string },
): Promise<Bytes> {
  const materials = (await findMaterials(db, matterId)).map((material) => material.fileId);
  const authorities = (await findParties(db, matterId)).flatMap(({ authorityId }) => authorityId ?? []);
  const [upload] = [...materials, ...authorities].includes(fileId) ? await uploadsOf(db, [fileId]) : [];
  if (!upload) throw new Refusal('NOT_FOUND');
  return uploadBytes(services, upload);
}

export async function sealImage({ id }: { id: string }, context: User): Promise<{ imgUrl: string }> {
  const { officeName } = await requireOwnMatter(context, id);
  if (!officeName) throw new Refusal('NOT_FOUND');
  return { imgUrl: await sealUrl(officeName) };
}

/** An office's seal as a data URL. */
export const sealUrl = async (officeName: string): Promise<string> => urlOf(await drawSeal(officeName));

export async function notaryOffices(_input: unknown, { db }: User) {
  const offices = await listOffices(db, { onlyOpen: true });
  return { list: offices.map(({ id, name, address, phone, notaries }) => ({ id, name, address, phone, notaries })) };
}

const words = ([zh, en]: readonly [zh: string, en: string]) => ({ zh, en });

export async function matterTemplate({ kind }: InputOf<Calls['matterTemplate']>, { db, now }: User) {
  const { name, fields, materials } = matterKindFacts[kind];
  return {
    kind,
    name: words(name),
    fields: fields.map(({ name, label, input, isRequired }) => ({ name, label: words(label), input, isRequired })),
    materials: materials.map(({ code, label, isRequired }) => ({ code, label: words(label), isRequired })),
    feeCents: (await quoteFee(db, kind, now)).cents,
    isVideoOffered: (await dictionaryValue(db, 'valueAdded')).isVideo,
    documents: templateDocumentsOf(kind).map((document) => ({
      kind: document,
      name: words(matterDocumentTitle(document, kind)),
    })),
  };
}

export async function usedAttestations(input: InputOf<Calls['usedAttestations']>, { db, caller }: User) {
  const { rows, total } = await listUsedEvidence(db, scopeOf(caller), input);
  return { list: rows, total };
}

export async function notarizableAttestations(
  { search, page, size }: InputOf<Calls['notarizableAttestations']>,
  { db, caller }: User,
) {
  const asked = { search, states: ['succeeded'] as const, page, size };
  const { rows, total } = await listAttestations(db, scopeOf(caller), asked);
  const list = rows.map(({ ano, name, title, url, state, createdAt }) => ({
    ano,
    name: name || title || url,
    state,
    createdAt: createdAt.toISOString(),
  }));
  return { list, total };
}
