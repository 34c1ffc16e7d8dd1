import {
  type Bytes,
  type consoleNotarizationCalls,
  fieldError,
  fillTemplate,
  type InputOf,
  type Language,
  type MatterQueue,
  matterKinds,
  matterQueues,
  type NotaryMatter,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { accountNameOf } from '../identity/service.ts';
import { requireOfficeMatter } from './access.ts';
import { questionsOf } from './content.ts';
import { templateValues } from './documents/template.ts';
import { composedOf } from './drawing.ts';
import { findEvidence } from './evidence-store.ts';
import { quoteFee } from './fee.ts';
import { recordView } from './journal/acts.ts';
import { countOpenMatters, countQueues, listQueue } from './list-store.ts';
import {
  findNotariesOf,
  findOfficeOf,
  insertOffice,
  listOffices,
  updateOffice,
  upsertNotary,
} from './offices/store.ts';
import { detailOf, documentBytes, materialBytes, rowOf, sealUrl } from './reading.ts';

type Calls = typeof consoleNotarizationCalls;
type Notary = Context<'notary'>;
type Operator = Context<'operator'>;

export async function queuedMatters(input: InputOf<Calls['queuedMatters']>, context: Notary) {
  const { db, now } = context;
  const office = await findOfficeOf(db, context.caller.staffId);
  const none = Object.fromEntries(matterQueues.map((queue) => [queue, 0])) as Record<MatterQueue, number>;
  if (!office) return { list: [], total: 0, counts: none };
  const counts = await countQueues(db, office.id);
  const { rows, total } = await listQueue(db, office.id, { ...input, staffId: context.caller.staffId });
  const list = rows.map((row) => {
    const { turn: _turn, ...shown } = rowOf(row, now);
    return { ...shown, notaryName: row.notaryName };
  });
  return { list, total, counts };
}

export async function notaryMatter({ id }: { id: string }, context: Notary): Promise<NotaryMatter> {
  const { db, services, now } = context;
  const row = await requireOfficeMatter(context, id);
  const detail = await detailOf(db, services, row, { now, isMasked: false });
  // A matter in correction, or one that ended before acceptance, may be incomplete.
  const isWhole = row.state === 'submitted' || row.acceptedAt !== null;
  const composed = isWhole ? await composedOf(db, services, row, { notaryId: context.caller.staffId, now }) : undefined;
  const questions = composed?.questions ?? questionsOf(services.vault, row) ?? [];
  return {
    ...detail,
    version: row.version,
    accountName: (await accountNameOf(db, row.accountId)) ?? '',
    questions: questions.map((question) => ({ ...question })),
    verified: (await findEvidence(db, row.id)).flatMap(({ verification }) => verification ?? []),
    notaryId: row.notaryId,
    dueFeeCents: (await quoteFee(db, row.kind, now)).cents,
    deedText: composed ? fillTemplate(composed.wording.deed.text, templateValues(composed)).join('\n') : '',
    isMine: row.notaryId === context.caller.staffId,
  };
}

/**
 * Embeds pending signatures into the file first: timestamp requests and store reads must not run inside the view's
 * transaction.
 */
export const notaryMatterFile = {
  async prepare({ id, documentId }: InputOf<Calls['notaryMatterFile']>, context: Notary): Promise<Bytes> {
    const row = await requireOfficeMatter(context, id);
    return documentBytes(context.db, context.services, { matterId: row.id, kind: row.kind, documentId });
  },
  async change({ id, documentId }: InputOf<Calls['notaryMatterFile']>, context: Notary, body: Bytes): Promise<Bytes> {
    const row = await requireOfficeMatter(context, id);
    await recordView(context, row, { event: 'document-viewed', fileId: documentId });
    return body;
  },
};

export async function notaryMatterMaterial(
  { id, fileId }: InputOf<Calls['notaryMatterMaterial']>,
  context: Notary,
): Promise<Bytes> {
  const row = await requireOfficeMatter(context, id);
  const body = await materialBytes(context.db, context.services, { matterId: row.id, fileId });
  await recordView(context, row, { event: 'material-viewed', fileId });
  return body;
}

export async function ownOffice(_input: unknown, { db, caller, now }: Notary) {
  const office = await findOfficeOf(db, caller.staffId);
  if (!office) return { office: null };
  const { id, name, address, phone, numberPrefix, isOpen } = office;
  const open = await countOpenMatters(db, id);
  const notaries = (await findNotariesOf(db, id)).map((one) => ({ ...one, openMatters: open.get(one.id) ?? 0 }));
  const fees = [];
  for (const kind of matterKinds) fees.push({ kind, feeCents: (await quoteFee(db, kind, now)).cents });
  return { office: { id, name, address, phone, numberPrefix, isOpen, sealUrl: await sealUrl(name), notaries, fees } };
}

export async function offices(_input: unknown, { db }: Operator) {
  const list = await listOffices(db, { onlyOpen: false });
  return {
    list: list.map(({ id, name, address, phone, numberPrefix, isOpen, notaries }) => ({
      id,
      name,
      address,
      phone,
      numberPrefix,
      isOpen,
      notaries,
    })),
  };
}

const nameTaken = (language: Language) =>
  new Refusal('INPUT_INVALID', { fields: [fieldError('name', 'each once', language)] });

export async function createOffice(input: InputOf<Calls['createOffice']>, { db, now, audit, language }: Operator) {
  const id = await insertOffice(db, { ...input, now });
  if (id === undefined) throw nameTaken(language);
  audit({ office: input.name });
  return { id };
}

export async function changeOffice(
  input: InputOf<Calls['changeOffice']>,
  { db, audit, language }: Operator,
): Promise<null> {
  const outcome = await updateOffice(db, input);
  if (outcome === 'missing') throw new Refusal('NOT_FOUND');
  if (outcome === 'taken') throw nameTaken(language);
  audit({ office: input.name });
  return null;
}

export async function assignNotary(
  { id: officeId, staffId, licenceNo }: InputOf<Calls['assignNotary']>,
  { db, audit }: Operator,
): Promise<null> {
  if (!(await upsertNotary(db, { officeId, staffId, licenceNo }))) throw new Refusal('NOT_FOUND');
  audit({ staffId, office: officeId });
  return null;
}
