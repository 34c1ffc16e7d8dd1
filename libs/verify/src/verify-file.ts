import { matterPaths, openZip, type Source } from '@proofkeep/bundle';
import type { Anchors } from './anchors.ts';
import type { FileReport } from './file-report.ts';
import { verifyMatter } from './matter/verify-matter.ts';
import { type VerifyOptions, verifyBundle } from './verify.ts';
import { verifyCertificate } from './verify-certificate.ts';

/** Verifies a bundle of either kind, or a certificate PDF; a container with `matter.json` is that of a matter. */
export async function verifyFile(source: Source, anchors: Anchors, options: VerifyOptions = {}): Promise<FileReport> {
  if (await isPdf(source)) return verifyCertificate(source, anchors);
  const names = await openZip(source).then(
    ({ entries }) => entries,
    () => null,
  );
  return names?.has(matterPaths.manifest) ? verifyMatter(source, anchors) : verifyBundle(source, anchors, options);
}

const latin1 = new TextDecoder('latin1');

/** A PDF by its first bytes, or by its last ones if the first were altered. */
async function isPdf(source: Source): Promise<boolean> {
  const { size } = source;
  const head = latin1.decode(await source.read(0, Math.min(5, size)));
  if (head === '%PDF-') return true;
  const tail = latin1.decode(await source.read(Math.max(0, size - 16), Math.min(16, size)));
  return /%%EOF\s*$/.test(tail);
}
