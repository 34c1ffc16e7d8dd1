import {
  type attestationCalls,
  type InputOf,
  message,
  type ReceivedFile,
  type SubmittedFile,
} from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { recordEvent } from '../custody.ts';
import { lockAttestationOf } from '../store.ts';
import { type Entry, findDuplicates, findEntries, setAdded } from './store.ts';
import { submittedOf } from './submitted.ts';
import { lockReceived } from './upload-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function fileDuplicates({ sha256 }: InputOf<Calls['fileDuplicates']>, { db, caller }: User) {
  return { list: await findDuplicates(db, scopeOf(caller), sha256) };
}

/**
 * Adds the file of an attested digest. The bundle stays as it was sealed; the custody record says when the file was
 * added. @throws Refusal NOT_FOUND, STATE_FORBIDS, UPLOAD_GONE; FILE_DIFFERS naming what differs
 */
export async function addFile(
  { ano, n, fileId }: InputOf<Calls['addFile']>,
  { db, caller, now, audit }: User,
): Promise<SubmittedFile> {
  const row = await lockAttestationOf(db, scopeOf(caller), ano);
  const entry = row && (await findEntries(db, ano))[n - 1];
  if (!entry) throw new Refusal('NOT_FOUND');
  if (row.kind !== 'digests' || row.state !== 'succeeded' || entry.addedId) throw new Refusal('STATE_FORBIDS');
  const [file] = await lockReceived(db, [fileId], caller);
  if (!file) throw new Refusal('UPLOAD_GONE');
  const differs = differencesOf(entry, file);
  if (differs.length > 0) throw new Refusal('FILE_DIFFERS', { fields: differs });
  await setAdded(db, ano, n, { fileId, now });
  const messages = [message('file.added', { name: entry.name })];
  await recordEvent(db, { ano, event: 'holder.file-added', by: caller, messages });
  audit({ ano, fileId });
  return submittedOf({ ...entry, addedId: fileId, addedAt: now }, file.mediaType);
}

/** Lists stated fields that differ from the file, with the file's value. */
function differencesOf(entry: Entry, file: ReceivedFile): { field: string; message: string }[] {
  const pairs = [
    ['sha256', entry.sha256, file.sha256],
    ['sm3', entry.sm3, file.sm3],
    ['sizeBytes', entry.size, file.sizeBytes],
  ] as const;
  return pairs.flatMap(([field, stated, found]) =>
    stated === null || stated === found ? [] : [{ field, message: String(found) }],
  );
}
