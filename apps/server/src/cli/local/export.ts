import { writeZipFile } from '@proofkeep/bundle/node';
import { bundleOf } from '../../features/evidence/bundle.ts';
import type { Installation } from '../../installation.ts';

/** Writes the bundle of a certified attestation to `out`: whole or not at all, and the same bytes every time. */
export async function exportBundle(installation: Installation, ano: string, out: string): Promise<void> {
  await writeZipFile(out, await bundleOf(installation, ano));
}
