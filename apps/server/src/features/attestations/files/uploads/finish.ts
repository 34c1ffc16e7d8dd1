import { setTimeout as sleep } from 'node:timers/promises';
import type { attestationCalls, FinishedUpload, InputOf, OpenUpload, ReceivedFile } from '@proofkeep/contract';
import { submittedFiles } from '@proofkeep/contract';
import type { Context } from '../../../../http/context.ts';
import { Refusal } from '../../../../kit/refusal.ts';
import { withUploadLock } from '../../../../kit/upload-locks.ts';
import type { Stored } from '../../../../store/store.ts';
import { mediaTypeIn } from '../media-type.ts';
import { receivedKey } from '../receive.ts';
import {
  deleteUpload,
  exchangeUpload,
  findReceived,
  findUpload,
  findUploadsOf,
  type UploadRow,
} from '../upload-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function openUploads(_input: unknown, { db, caller }: User): Promise<{ list: OpenUpload[] }> {
  const rows = await findUploadsOf(db, caller);
  return {
    list: rows.map(({ id, name, sizeBytes, modifiedAt, receivedBytes, touchedAt }) => ({
      id,
      name,
      sizeBytes,
      modifiedAt: modifiedAt?.toISOString() ?? null,
      receivedBytes,
      expiresAt: new Date(touchedAt.getTime() + submittedFiles.abandonedDays * 24 * 3_600_000).toISOString(),
    })),
  };
}

/** Maximum time until the reply; the client then repeats the request. */
const waitMs = 10_000;

/**
 * Turns a complete upload into a received file. A crash leaves either the upload, which the next call finishes, or the
 * received file, which the next call returns; leftover drafts and contents are swept.
 */
export const finishUpload = {
  async prepare(input: InputOf<Calls['finishUpload']>, context: User): Promise<FinishedUpload> {
    const { db, services, caller } = context;
    const { drafts } = services.store;
    const upload = await findUpload(db, input.id);
    if (upload?.personId !== caller.personId || upload.accountId !== caller.accountId)
      return { file: await requireReceived(input.id, context), digestedBytes: 0 };
    if (upload.receivedBytes < upload.sizeBytes) throw new Refusal('UPLOAD_INCOMPLETE');
    const isLate = sleep(waitMs, null, { ref: false });
    const stored = await Promise.race([drafts.digest(upload.id, upload.sizeBytes), isLate]);
    if (!stored) return { file: null, digestedBytes: drafts.hashedBytes(upload.id) };
    const file = await withUploadLock(services.uploadLocks, upload.id, () => exchange(upload, stored, input, context));
    await drafts.remove(upload.id);
    return { file, digestedBytes: stored.size };
  },

  async change({ id }: InputOf<Calls['finishUpload']>, { audit, auditAs }: User, finished: FinishedUpload) {
    if (finished.file) audit({ fileId: id });
    else auditAs(null);
    return finished;
  },
};

/** Runs under the upload's lock: no request has the file open for writing, so the content is what was hashed. */
async function exchange(
  upload: UploadRow,
  stored: Stored,
  stated: InputOf<Calls['finishUpload']>,
  context: User,
): Promise<ReceivedFile> {
  const { db, services, now } = context;
  const { store } = services;
  const { id } = upload;
  if (!(await findUpload(db, id))) return requireReceived(id, context);
  const differs = (['sha256', 'sm3'] as const).filter((name) => (stated[name] ?? stored[name]) !== stored[name]);
  if (differs.length > 0) {
    await deleteUpload(db, id);
    await store.drafts.remove(id);
    throw new Refusal('FILE_DIFFERS', { fields: differs.map((field) => ({ field, message: '' })) });
  }
  await store.adopt(receivedKey(id), { path: await store.drafts.seal(id), ...stored });
  const mediaType = await mediaTypeIn(store, receivedKey(id), stored.size);
  const file = {
    fileId: id,
    name: upload.name,
    mediaType,
    sizeBytes: stored.size,
    sha256: stored.sha256,
    sm3: stored.sm3,
  };
  await exchangeUpload(db, { ...file, accountId: upload.accountId, personId: upload.personId, now });
  return file;
}

/** @throws Refusal UPLOAD_GONE */
async function requireReceived(id: string, { db, caller }: User): Promise<ReceivedFile> {
  const file = await findReceived(db, id, caller);
  if (!file) throw new Refusal('UPLOAD_GONE');
  return file;
}
