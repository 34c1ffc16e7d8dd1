import {
  feeReturnOf,
  fieldError,
  type InputOf,
  type Language,
  MatterDraft,
  type MatterFeeReturn,
  type MatterSummary,
  type notarizationCalls,
} from '@proofkeep/contract';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findSummaries } from '../attestations/service.ts';
import { dictionaryValue } from '../dictionary/service.ts';
import { referTo, requireUploads } from '../uploads/service.ts';
import { applicantActor, lockOwnMatter, originOf, requireOwnMatter } from './access.ts';
import { completeContent, draftOf, encryptContent } from './content.ts';
import { filesOf, idsOf, releaseCorrection, submittedFiles } from './corrected-files.ts';
import { replaceReferences } from './evidence-store.ts';
import { moveMatter } from './lifecycle.ts';
import { newMatterNo } from './number.ts';
import { findNotary, findOffice } from './offices/store.ts';
import { replaceParties } from './parties/store.ts';
import { summaryOf } from './reading.ts';
import { insertMatter, lockMatter, type MatterDbRow, updateContent, updateCorrection } from './store.ts';

type Calls = typeof notarizationCalls;
type User = Context<'user'>;

export async function createMatter(
  { isDraft, ...entered }: InputOf<Calls['createMatter']>,
  context: User,
): Promise<{ id: string; no: string }> {
  const { db, services, caller, now, audit } = context;
  const id = await newId(db);
  const no = newMatterNo();
  const { accountId, loginId } = caller;
  const draft = await withVideo(context, entered);
  await insertMatter(db, {
    id,
    no,
    accountId,
    loginId,
    kind: draft.kind,
    officeId: null,
    notaryId: null,
    contentEncrypted: encryptContent(services.vault, id, draft),
    now,
  });
  audit({ matter: no });
  await keepFiles(context, { id, before: null, after: draft });
  if (!isDraft) await submit(context, await requireLocked(context, id));
  return { id, no };
}

/** Fills in whether a session by video is wanted, if the applicant doesn't say so. */
async function withVideo(
  { db }: User,
  { wantsVideo, ...entered }: Omit<MatterDraft, 'wantsVideo'> & { wantsVideo?: boolean | undefined },
): Promise<MatterDraft> {
  const { isVideo, needVideo } = await dictionaryValue(db, 'valueAdded');
  return { ...entered, wantsVideo: wantsVideo ?? (isVideo && needVideo) };
}

async function requireLocked({ db }: User, id: string): Promise<MatterDbRow> {
  const row = await lockMatter(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** States in which the applicant edits the application. */
const isEditable = ({ state }: MatterDbRow): boolean => state === 'draft' || state === 'correction';

export async function matterDraft({ id }: { id: string }, context: User): Promise<MatterDraft> {
  const row = await requireOwnMatter(context, id);
  if (!isEditable(row)) throw new Refusal('STATE_FORBIDS');
  return draftOf(context.services.vault, row);
}

export async function saveMatterDraft(
  { id, ...draft }: InputOf<Calls['saveMatterDraft']>,
  context: User,
): Promise<null> {
  const row = await lockOwnMatter(context, id);
  if (!isEditable(row)) throw new Refusal('STATE_FORBIDS');
  await saveContent(context, row, MatterDraft.parse(await withVideo(context, draft)));
  context.audit({ matter: row.no });
  return null;
}

async function saveContent(context: User, row: MatterDbRow, draft: MatterDraft): Promise<void> {
  const { db, services, now } = context;
  const { id } = row;
  const before = draftOf(services.vault, row);
  const encrypted = encryptContent(services.vault, id, draft);
  if (row.state === 'correction') {
    await updateCorrection(db, { id, encrypted, now });
    return keepCorrectedFiles(context, { id, before, after: draft });
  }
  const none = { officeId: null, notaryId: null };
  await updateContent(db, { id, kind: draft.kind, ...none, contentEncrypted: encrypted, now });
  return keepFiles(context, { id, before, after: draft });
}

/**
 * Keeps the files that an application refers to, starting with its first draft, and removes those it no longer names.
 */
async function keepFiles(
  context: User,
  { id, before, after }: { id: string; before: MatterDraft | null; after: MatterDraft },
): Promise<void> {
  await replaceReferences(context.db, { matterId: id, evidence: [], materials: after.materials });
  await referTo(context, filesOf(after), before ? idsOf(filesOf(before)) : []);
}

/**
 * Keeps the files of a correction. The files of the submitted application stay too, with its parties and evidence: the
 * office works with those until the correction is submitted.
 */
async function keepCorrectedFiles(
  context: User,
  { id, before, after }: { id: string; before: MatterDraft; after: MatterDraft },
): Promise<void> {
  const submitted = await submittedFiles(context.db, id);
  await referTo(context, { ...submitted, ...filesOf(after) }, [...idsOf(submitted), ...idsOf(filesOf(before))]);
}

export async function submitMatter({ id }: { id: string }, context: User): Promise<MatterSummary> {
  const row = await lockOwnMatter(context, id);
  await submit(context, row);
  context.audit({ matter: row.no });
  return summaryOf(await requireLocked(context, id), context.now, context.services.vault);
}

/** Checks that the application is complete and hands it to the office. */
async function submit(context: User, row: MatterDbRow): Promise<void> {
  const { db, services, now, language } = context;
  const event = row.state === 'correction' ? 'resubmit' : 'submit';
  if (!isEditable(row)) throw new Refusal('STATE_FORBIDS');
  const draft = draftOf(services.vault, row);
  const content = completeContent(draft, language);
  await requireOpenOffice(context, content);
  await requireVideoOffered(context, content);
  await requireUsable(context, content.evidence);
  const files = filesOf(content);
  await requireUploads(context, row.accountId, files);
  const earlier = await submittedFiles(db, row.id);
  await replaceParties(db, services.vault, row.id, content.parties);
  await replaceReferences(db, { matterId: row.id, evidence: content.evidence, materials: content.materials });
  await referTo(context, files, [...idsOf(files), ...idsOf(earlier)]);
  const actor = await applicantActor(context);
  await moveMatter(db, services.jobs, row, {
    event,
    actor,
    origin: originOf(context),
    now,
    set: {
      kind: content.kind,
      content_encrypted: encryptContent(services.vault, row.id, draft),
      office_id: content.officeId,
      notary_id: content.notaryId,
      corrections: '[]',
      ...(event === 'submit' ? { submitted_at: now } : {}),
    },
  });
}

const wrongInput = (field: string, language: Language) =>
  new Refusal('INPUT_INVALID', { fields: [fieldError(field, 'wrong', language)] });

/** @throws Refusal INPUT_INVALID if the office or notary accepts no matters */
async function requireOpenOffice(
  { db, language }: User,
  { officeId, notaryId }: { officeId: string; notaryId: string | null },
): Promise<void> {
  const office = await findOffice(db, officeId);
  const notary = notaryId === null ? null : await findNotary(db, notaryId);
  const isWrongNotary = notaryId !== null && (notary?.officeId !== officeId || !notary.isActive);
  if (!office?.isOpen || isWrongNotary) throw wrongInput('officeId', language);
}

/** @throws Refusal INPUT_INVALID if a session by video is wanted and the platform offers none */
async function requireVideoOffered({ db, language }: User, { wantsVideo }: { wantsVideo: boolean }): Promise<void> {
  const { isVideo } = await dictionaryValue(db, 'valueAdded');
  if (wantsVideo && !isVideo)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('wantsVideo', 'noVideo', language)] });
}

/** @throws Refusal INPUT_INVALID naming an attestation that the caller can't see or that isn't certified */
async function requireUsable({ db, caller, language }: User, anos: readonly string[]): Promise<void> {
  const found = await findSummaries(db, scopeOf(caller), anos);
  const at = anos.findIndex((one) => found.get(one)?.state !== 'succeeded');
  if (at >= 0) throw wrongInput(`evidence.${at}`, language);
}

export async function abandonMatter(
  { id, reason }: InputOf<Calls['abandonMatter']>,
  context: User,
): Promise<{ feeReturn: MatterFeeReturn }> {
  const { db, services, now } = context;
  const row = await lockOwnMatter(context, id);
  const actor = await applicantActor(context);
  const feeReturn = feeReturnOf(row.state);
  const facts = { reason, feeReturn };
  await releaseCorrection(db, services, row);
  await moveMatter(db, services.jobs, row, {
    event: 'abandon',
    actor,
    origin: originOf(context),
    now,
    facts,
    set: { reason },
  });
  context.audit({ matter: row.no, reason });
  return { feeReturn };
}

/** Objects to a document instead of signing it. */
export async function disputeMatter(
  { id, reason }: InputOf<Calls['disputeMatter']>,
  context: User,
): Promise<MatterSummary> {
  const { db, services, now } = context;
  const row = await lockOwnMatter(context, id);
  const actor = await applicantActor(context);
  await moveMatter(db, services.jobs, row, {
    event: 'dispute',
    actor,
    origin: originOf(context),
    now,
    facts: { reason },
  });
  context.audit({ matter: row.no, reason });
  return summaryOf(await requireLocked(context, id), now, services.vault);
}
