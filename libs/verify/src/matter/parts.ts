import { matterPartsApart, matterPaths, sha256Chunks } from '@proofkeep/bundle';
import { detail, detailOf } from '../details.ts';
import type { MatterContext } from './context.ts';

/** Parts that every bundle of a matter has. */
const required = [
  matterPaths.deed,
  matterPaths.deedInclusion,
  matterPaths.journal,
  matterPaths.sealChain,
  matterPaths.tsaChain,
  matterPaths.crl,
  matterPaths.rootCrl,
  matterPaths.logKey,
  matterPaths.instructions,
];

/** Checks every part against the manifest; the set is closed. */
export async function checkMatterParts({ zip, manifest, note }: MatterContext): Promise<void> {
  const listed = new Set<string>();
  for (const part of manifest.parts) {
    const { path: subject } = part;
    const isTwice = listed.has(subject) || matterPartsApart.includes(subject);
    listed.add(subject);
    const fault = isTwice ? detail('listed-twice') : await faultOf(zip, part);
    note('part', fault ? 'failed' : 'passed', { subject, detail: fault });
  }
  for (const subject of required)
    if (!listed.has(subject)) note('part', 'failed', { subject, detail: detail('missing') });
  for (const subject of zip.entries.keys())
    if (!listed.has(subject) && !matterPartsApart.includes(subject))
      note('unlisted', 'failed', { subject, detail: detail('not-in-manifest') });
}

async function faultOf(zip: MatterContext['zip'], part: { path: string; size: number; sha256: string }) {
  const entry = zip.entries.get(part.path);
  if (!entry) return detail('missing');
  if (entry.size !== part.size) return detail('size', { found: entry.size, expected: part.size });
  try {
    const found = await sha256Chunks(zip.chunks(part.path));
    return found === part.sha256 ? undefined : detail('digest', { algorithm: 'SHA-256' });
  } catch (error) {
    return detailOf(error);
  }
}
