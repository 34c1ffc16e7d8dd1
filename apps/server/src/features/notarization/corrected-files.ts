import type { MatterDraft } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Services } from '../../http/services.ts';
import { removeUpload, type Wanted } from '../uploads/service.ts';
import { draftOf } from './content.ts';
import { findMaterials } from './evidence-store.ts';
import { findParties } from './parties/store.ts';
import type { MatterDbRow } from './store.ts';

/** Files of the application as it was last submitted. */
export async function submittedFiles(db: Client, id: string): Promise<Wanted> {
  const materials = (await findMaterials(db, id)).map(({ fileId }) => ({ id: fileId, purpose: 'attachment' as const }));
  const authorities = (await findParties(db, id)).flatMap(({ authorityId }) =>
    authorityId ? [{ id: authorityId, purpose: 'attachment' as const }] : [],
  );
  return Object.fromEntries([...materials, ...authorities].map((file, at) => [`submitted.${at}`, file]));
}

export const idsOf = (files: Wanted): string[] => Object.values(files).map(({ id }) => id);

export function filesOf({ materials, parties }: Pick<MatterDraft, 'materials' | 'parties'>): Wanted {
  const files = materials.map(({ fileId }, at) => [`materials.${at}`, { id: fileId, purpose: 'attachment' }] as const);
  const authorities = parties.flatMap(({ authority }, at) =>
    authority ? [[`parties.${at}.authority`, { id: authority, purpose: 'attachment' }] as const] : [],
  );
  return Object.fromEntries([...files, ...authorities]);
}

/**
 * Removes files that only the draft of a correction names, before the matter ends without it: the office never got them, and no
 * application will refer to them. Under the lock of the matter's row.
 */
export async function releaseCorrection(
  db: Client,
  { vault, jobs }: Pick<Services, 'vault' | 'jobs'>,
  row: MatterDbRow,
): Promise<void> {
  if (row.correctionEncrypted === null) return;
  const submitted = new Set(idsOf(await submittedFiles(db, row.id)));
  for (const id of idsOf(filesOf(draftOf(vault, row))))
    if (!submitted.has(id)) await removeUpload(db, jobs, id, { onlyUnused: false });
}
