import {
  type consoleNotarizationCalls,
  type DocumentTemplate,
  fieldError,
  fillTemplate,
  type InputOf,
  type Language,
  type MatterKind,
  matterKinds,
  sampleValues,
  standardTemplate,
  type TemplateDocument,
  templateDocuments,
  templateDocumentsOf,
  unknownGaps,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { limitConcurrency } from '../../../kit/concurrency-limit.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { requireOffice } from '../access.ts';
import { composeDocument } from '../documents/compose.ts';
import type { Wording } from '../documents/composed.ts';
import { drawMatterDocument } from '../documents/draw.ts';
import { sampleMatter } from '../documents/sample.ts';
import { findTemplates, findTemplateVersions, insertTemplate } from './template-store.ts';

type Calls = typeof consoleNotarizationCalls;
type Notary = Context<'notary'>;

const standard = (kind: MatterKind, document: TemplateDocument): DocumentTemplate => ({
  kind,
  document,
  version: 0,
  text: standardTemplate(kind, document),
  savedBy: null,
  savedAt: null,
});

/** The wording in force for each document, for an office and a kind of matter. */
export async function wordingOf(db: Client, officeId: string, kind: MatterKind): Promise<Wording> {
  const saved = await findTemplates(db, officeId, kind);
  const entries = templateDocuments.map((document) => {
    const { version, text } = saved.find((one) => one.document === document) ?? standard(kind, document);
    return [document, { version, text }] as const;
  });
  return Object.fromEntries(entries) as Wording;
}

export async function templates(_input: unknown, context: Notary) {
  const { id } = await requireOffice(context);
  const saved = await findTemplates(context.db, id);
  const list = matterKinds.flatMap((kind) =>
    templateDocumentsOf(kind).map(
      (document) => saved.find((one) => one.kind === kind && one.document === document) ?? standard(kind, document),
    ),
  );
  return { list };
}

export async function templateVersions({ kind, document }: InputOf<Calls['templateVersions']>, context: Notary) {
  const { id: officeId } = await requireOffice(context);
  const saved = await findTemplateVersions(context.db, { officeId, kind, document });
  return { list: [...saved, standard(kind, document)] };
}

/** @throws Refusal INPUT_INVALID for the instrument of a kind that has none */
function requireDocument(kind: MatterKind, document: TemplateDocument, language: Language): void {
  if (!templateDocumentsOf(kind).includes(document))
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('document', 'wrong', language)] });
}

export async function saveTemplate(
  { kind, document, version, text }: InputOf<Calls['saveTemplate']>,
  context: Notary,
): Promise<{ version: number }> {
  const { db, caller, now, language, audit } = context;
  const { id: officeId, name } = await requireOffice(context);
  requireDocument(kind, document, language);
  if (unknownGaps(kind, text).length > 0)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('text', 'wrong', language)] });
  const next = version + 1;
  const isSaved = await insertTemplate(db, {
    officeId,
    kind,
    document,
    version: next,
    text,
    staffId: caller.staffId,
    now,
  });
  if (!isSaved) throw new Refusal('STATE_FORBIDS');
  audit({ office: name, kind, version: next });
  return { version: next };
}

/** Drawing blocks the event loop, so only one preview is drawn at a time. */
const inTurn = limitConcurrency(1);

/** Draws a preview of a wording; stores and seals nothing. */
export async function previewTemplate(
  { kind, document, text }: InputOf<Calls['previewTemplate']>,
  context: Notary,
): Promise<{ pdf: string }> {
  const office = await requireOffice(context);
  const { services, now, language } = context;
  requireDocument(kind, document, language);
  const matter = sampleMatter(kind, { office, publicUrl: services.publicUrl, now });
  const wording = { ...matter.wording, [document]: { version: 1, text } };
  const asked = document === 'inquiry' ? fillTemplate(text, sampleValues(kind)) : [];
  const questions = asked.map((question) => ({ question, answer: '（当事人的回答）', partyId: null, written: null }));
  const deed = {
    no: '（2026）示例字第 1 号',
    text: fillTemplate(text, sampleValues(kind)).join('\n'),
    instrument: null,
  };
  const content = composeDocument(document, { ...matter, wording, questions }, document === 'deed' ? deed : null);
  const { pdf } = await inTurn(() => drawMatterDocument(content));
  return { pdf: Buffer.from(pdf).toString('base64') };
}
