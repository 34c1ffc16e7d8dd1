import { FileName, submittedFiles } from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../../../database/client.ts';
import type { Caller } from '../../../../http/caller.ts';
import type { Services } from '../../../../http/services.ts';
import { Refusal, tooLarge } from '../../../../kit/refusal.ts';
import { insertUpload, openUploadsOf, unusedBytes } from '../upload-store.ts';

/** Metadata that a tus client sends when it creates an upload (`Upload-Metadata`). */
const Metadata = z.object({
  filename: FileName.catch('-'),
  modified: z.iso
    .datetime({ precision: 3 })
    .transform((text) => new Date(text))
    .nullable()
    .catch(null),
});

/** @throws Refusal STORAGE_FULL, UPLOAD_QUOTA, TOO_LARGE */
export async function beginUpload(
  { db, caller, now, ...services }: { db: Client; caller: Caller; now: Date } & Pick<Services, 'store' | 'hasSpace'>,
  { id, size = Number.NaN, metadata }: { id: string; size?: number | undefined; metadata?: object | undefined },
): Promise<void> {
  const maxBytes = Math.min(submittedFiles.maxUploadBytes, services.store.largestBytes);
  if (!(size <= maxBytes)) throw tooLarge(maxBytes);
  await requireRoom({ db, ...services }, caller.accountId, size);
  const { filename, modified } = Metadata.parse(metadata ?? {});
  // Creates the file first: a crash leaves a file without a row, which the sweep removes.
  await services.store.drafts.create(id);
  await insertUpload(db, {
    id,
    accountId: caller.accountId,
    personId: caller.personId,
    name: filename,
    sizeBytes: size,
    modifiedAt: modified,
    now,
  });
}

/**
 * Concurrent uploads may exceed the account's limits by what begins at the same moment, which does no harm. @throws
 * Refusal STORAGE_FULL, UPLOAD_QUOTA
 */
export async function requireRoom(
  { db, hasSpace }: { db: Client; hasSpace: () => Promise<boolean> },
  accountId: string,
  sizeBytes: number,
): Promise<void> {
  if (!(await hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
  const open = await openUploadsOf(db, accountId);
  const bytes = open.bytes + (await unusedBytes(db, accountId)) + sizeBytes;
  if (open.count >= submittedFiles.openUploads || bytes > submittedFiles.unusedBytes) throw new Refusal('UPLOAD_QUOTA');
}
