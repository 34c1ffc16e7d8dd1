import { writeZipFile } from '@proofkeep/bundle/node';
import type { Installation } from '../../installation.ts';
import { filesOf } from './certifying.ts';
import { EvidenceFolder, placesOf } from './evidence-folder.ts';

/** Writes the bundle of a certified attestation to `out`: whole or not at all, and the same bytes every time. */
export async function exportBundle(installation: Installation, ano: string, out: string): Promise<void> {
  const folder = new EvidenceFolder(placesOf(installation.config.DATA_DIR, ano).evidence);
  await writeZipFile(
    out,
    (await filesOf(folder)).map((name) => ({ name, file: folder.at(name) })),
  );
}
