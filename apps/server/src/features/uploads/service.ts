import { buffer } from 'node:stream/consumers';
import { type Bytes, type Language, refusals, type Upload, type UploadPurpose, uploadQuota } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type SanitizedFile, sanitizeUpload } from './sanitize.ts';
import {
  deleteUpload,
  findOwnUpload,
  findUploads,
  insertUpload,
  isUploadOf,
  listOwnUploads,
  lockUse,
  markUsed,
  useOf,
} from './store.ts';

/** Any signed-in user: a member or the main login. */
type User = Context<'user' | 'main'>;

export const folderOf = (id: string): string => `uploads/${id}/`;
const keyOf = (id: string): string => `${folderOf(id)}sealed`;
const placeOf = (id: string): string => `upload/${id}`;

interface Sent {
  name: string;
  bytes: Buffer;
}

/**
 * Accepts a file for a form: cleans and encrypts it; a job removes it unless a form uses it within a day. Cleaning
 * takes long, so it runs before the transaction, and only if the account's quota allows it.
 */
export const receiving = <Input>(
  purposeOf: (input: Input) => UploadPurpose,
  sentBy: (input: Input, context: User) => Promise<Sent> = fileSent,
) => ({
  async prepare(input: Input, context: User): Promise<Ready> {
    const use = await useOf(context.db, context.caller.accountId);
    if (use.files >= uploadQuota.files || use.bytes >= uploadQuota.bytes) throw new Refusal('UPLOAD_QUOTA');
    const { name, bytes } = await sentBy(input, context);
    const purpose = purposeOf(input);
    return { purpose, name, ...(await sanitizeUpload(purpose, bytes)) };
  },
  change: (_input: Input, context: User, ready: Ready): Promise<Upload> => keepUpload(context, ready),
});

async function fileSent(_input: unknown, context: User): Promise<Sent> {
  const { name, stream } = await context.upload();
  return { name, bytes: await buffer(stream) };
}

interface Ready extends SanitizedFile {
  purpose: UploadPurpose;
  name: string;
}

async function keepUpload({ db, services, caller, now, audit }: User, file: Ready): Promise<Upload> {
  const { bytes, ...facts } = file;
  const { purpose } = file;
  const use = await lockUse(db, caller.accountId);
  if (use.files >= uploadQuota.files || use.bytes + bytes.length > uploadQuota.bytes) throw new Refusal('UPLOAD_QUOTA');
  const fileId = await newId(db);
  const upload = { ...facts, fileId, name: tidy(file.name), sizeBytes: bytes.length };
  // Written before the row: if the transaction fails afterwards, the sweep finds a file without a row.
  await services.store.put(keyOf(fileId), services.vault.encryptBytes(bytes, placeOf(fileId)));
  await insertUpload(db, { ...upload, accountId: caller.accountId, personId: caller.personId, now });
  audit({ fileId, purpose });
  return upload;
}

/** Removes control characters and bidirectional formatting from a displayed name. */
const tidy = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 200) || '-';

/** @throws Refusal NOT_FOUND, also for another person's upload */
export async function ownUpload({ id }: { id: string }, { db, services, caller }: User): Promise<Bytes> {
  const upload = await findOwnUpload(db, id, caller.personId);
  if (!upload) throw new Refusal('NOT_FOUND');
  return uploadBytes(services, upload);
}

/** Lists uploads that the user can delete when the quota is full. The quota is the account's, the files are the user's own. */
export async function ownUploads(_input: unknown, { db, caller }: User) {
  const taken = await useOf(db, caller.accountId);
  return { list: await listOwnUploads(db, caller.personId), taken, quota: uploadQuota };
}

/** @throws Refusal NOT_FOUND, also for another person's upload; UPLOAD_IN_USE */
export async function removeOwnUpload({ id }: { id: string }, { db, services, caller, audit }: User): Promise<null> {
  if (!(await findOwnUpload(db, id, caller.personId))) throw new Refusal('NOT_FOUND');
  if (!(await removeUpload(db, services.jobs, id, { onlyUnused: true }))) throw new Refusal('UPLOAD_IN_USE');
  audit({ fileId: id });
  return null;
}

/** Undefined if the person has no such upload. */
export const findUploadOf = (db: Client, id: string, personId: string): Promise<Upload | undefined> =>
  findOwnUpload(db, id, personId);

/** Everything but images is downloaded, not shown: a document may contain scripts. */
export async function uploadBytes({ store, vault }: Services, upload: Upload): Promise<Bytes> {
  const body = vault.decryptBytes(await store.bytes(keyOf(upload.fileId)), placeOf(upload.fileId));
  const isImage = upload.mediaType.startsWith('image/');
  return {
    body,
    mediaType: upload.mediaType,
    sizeBytes: body.length,
    ...(isImage ? {} : { fileName: upload.name }),
  };
}

/** Returns the uploads in the order of `ids`, without missing ones. */
export async function uploadsOf(db: Client, ids: readonly string[]): Promise<Upload[]> {
  const found = new Map((await findUploads(db, ids)).map((upload) => [upload.fileId, upload]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The upload fields of a form, each with its purpose. */
export type Wanted = Readonly<Record<string, { id: string; purpose: UploadPurpose }>>;

/**
 * Marks the uploads of a form as used, replacing its previous ones, and removes uploads that the form no longer uses.
 * @throws Refusal UPLOAD_GONE, naming the field, if one is another person's, for another purpose, or used elsewhere
 */
export async function referTo(
  { db, services, caller, now, language }: User,
  wanted: Wanted,
  before: readonly string[],
): Promise<string[]> {
  const kept = Object.entries(wanted);
  for (const [field, { id, purpose }] of kept) {
    const isKnown = before.includes(id) && (await uploadsOf(db, [id]))[0]?.purpose === purpose;
    if (!isKnown && !(await markUsed(db, { id, purpose, personId: caller.personId, now })))
      throw new Refusal('UPLOAD_GONE', { fields: [{ field, message: goneIn(language) }] });
  }
  const ids = kept.map(([, { id }]) => id);
  for (const id of before) if (!ids.includes(id)) await removeUpload(db, services.jobs, id, { onlyUnused: false });
  return ids;
}

/**
 * Checks again the uploads that a form refers to. @throws Refusal UPLOAD_GONE, naming the field, if one isn't the
 * account's, or is for another purpose
 */
export async function requireUploads(
  { db, language }: Pick<User, 'db' | 'language'>,
  accountId: string,
  wanted: Wanted,
): Promise<void> {
  for (const [field, { id, purpose }] of Object.entries(wanted))
    if (!(await isUploadOf(db, { id, purpose, accountId })))
      throw new Refusal('UPLOAD_GONE', { fields: [{ field, message: goneIn(language) }] });
}

const goneIn = (language: Language): string => refusals.UPLOAD_GONE.says[language === 'zh' ? 0 : 1];

/** @returns false if it is gone, or used and `onlyUnused` is set */
export async function removeUpload(db: Client, jobs: Jobs, id: string, o: { onlyUnused: boolean }): Promise<boolean> {
  const isRemoved = await deleteUpload(db, id, o);
  if (isRemoved) await jobs.send(db, 'remove-upload', { id });
  return isRemoved;
}

export { drawPreview, inTurn, type SanitizedFile, sanitizeUpload } from './sanitize.ts';
