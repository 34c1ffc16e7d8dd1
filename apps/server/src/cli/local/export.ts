import { writeZipFile } from '@proofkeep/bundle/node';
import { findAttestation } from '../../features/attestations/service.ts';
import { bundleParts } from '../../features/evidence/service.ts';
import type { Installation } from '../../installation.ts';

/**
 * Writes the bundle of a certified attestation to `out`. The file appears complete or not at all, and its bytes are
 * always the same.
 * @throws Error if the attestation is not certified
 */
export async function exportBundle({ database, store }: Installation, ano: string, out: string): Promise<void> {
  const row = await findAttestation(database.pool, ano);
  if (!row?.certifiedPlace) throw new Error(`${ano} is not certified.`);
  await writeZipFile(out, await bundleParts(store, row.certifiedPlace));
}
