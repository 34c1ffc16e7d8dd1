import { randomBytes } from 'node:crypto';
import type { Services } from '../../http/services.ts';
import { removeUnlessRetained } from '../../store/store.ts';

type FileDeps = Pick<Services, 'store' | 'vault'>;

const placeOf = (applicationId: string): string => `court_list/${applicationId}`;

/**
 * Keeps a signed list, encrypted, in a place of its own. It counts once a row names it; a crash before that leaves a file that
 * nothing names. @returns its key
 */
export async function keepListFile(
  { store, vault }: FileDeps,
  { applicationId, pdf }: { applicationId: string; pdf: Uint8Array },
): Promise<string> {
  const key = `court/${applicationId}/${randomBytes(8).toString('hex')}/list`;
  await store.put(key, vault.encryptBytes(pdf, placeOf(applicationId)));
  return key;
}

export const readListFile = async (
  { store, vault }: FileDeps,
  { applicationId, fileKey }: { applicationId: string; fileKey: string },
): Promise<Buffer> => vault.decryptBytes(await store.bytes(fileKey), placeOf(applicationId));

/** Removes a file that no row names. */
export const dropListFile = ({ store }: FileDeps, key: string): Promise<void> =>
  removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));
