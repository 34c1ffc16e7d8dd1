import { type attestationCalls, type InputOf, submittedFiles } from '@proofkeep/contract';
import type { Caller } from '../../../../http/caller.ts';
import type { Context } from '../../../../http/context.ts';
import { Refusal } from '../../../../kit/refusal.ts';
import { withUploadLock } from '../../../../kit/upload-locks.ts';
import {
  deleteUnused,
  deleteUpload,
  findReceived,
  findUnused,
  findUpload,
  type OwnerOfUnused,
  openUploadsOf,
  unusedBytes,
} from '../upload-store.ts';

type User = Context<'user'>;

/** The holder manages the account's limit, so they reach the files of every member; a member only their own. */
const ownerOf = ({ accountId, personId, role }: Caller): OwnerOfUnused => ({
  accountId,
  personId: role === 'main' ? null : personId,
});

export async function unusedFiles(_input: unknown, { db, caller }: User) {
  const rows = await findUnused(db, ownerOf(caller), submittedFiles.listed);
  const open = await openUploadsOf(db, caller.accountId);
  return {
    list: rows.map(({ personId, createdAt, by, ...file }) => ({
      ...file,
      createdAt: createdAt.toISOString(),
      by: personId === caller.personId ? null : by,
    })),
    taken: { bytes: open.bytes + (await unusedBytes(db, caller.accountId)), open: open.count },
    quota: { bytes: submittedFiles.unusedBytes, open: submittedFiles.openUploads },
  };
}

/** @throws Refusal NOT_FOUND, also for another person's file unless the holder asks; UPLOAD_IN_USE */
export const removeUnusedFile = {
  /** An upload under way ends outside the transaction, under its lock: no request has its file open for writing. */
  async prepare({ id }: InputOf<(typeof attestationCalls)['removeUnusedFile']>, context: User): Promise<boolean> {
    const { db, services, caller } = context;
    const upload = await findUpload(db, id);
    const { accountId, personId } = ownerOf(caller);
    if (upload?.accountId !== accountId || (personId ?? upload.personId) !== upload.personId) return false;
    return withUploadLock(services.uploadLocks, id, async () => {
      const isRemoved = await deleteUpload(db, id);
      if (isRemoved) await services.store.drafts.remove(id);
      return isRemoved;
    });
  },

  async change({ id }: { id: string }, { db, services, caller, audit }: User, wasOpen: boolean): Promise<null> {
    if (!wasOpen) {
      if (!(await deleteUnused(db, id, ownerOf(caller))))
        throw new Refusal((await findReceived(db, id, caller)) ? 'UPLOAD_IN_USE' : 'NOT_FOUND');
      await services.jobs.send(db, 'remove-received-file', { id });
    }
    audit({ fileId: id });
    return null;
  },
};
