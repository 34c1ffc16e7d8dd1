import { isMatterPart, matterPartsApart, recordingFolder, requiredMatterParts, sha256Chunks } from '@proofkeep/bundle';
import { type Detail, detail, detailOf } from '../details.ts';
import type { MatterContext } from './context.ts';

/** Checks every part against the manifest, and that there are no other parts; recordings are checked against the journal. */
export async function checkMatterParts({ zip, manifest, note }: MatterContext): Promise<void> {
  const listed = new Set<string>();
  let before = '';
  for (const part of manifest.parts) {
    const { path: subject } = part;
    const isKnown = isMatterPart(subject, manifest);
    const fault = isKnown ? (placeFault(subject, before) ?? (await faultOf(zip, part))) : detail('unknown-part');
    listed.add(subject);
    before = subject;
    note('part', fault ? 'failed' : 'passed', { subject, detail: fault });
  }
  for (const subject of requiredMatterParts)
    if (!listed.has(subject)) note('part', 'failed', { subject, detail: detail('missing') });
  for (const subject of zip.entries.keys())
    if (!listed.has(subject) && !matterPartsApart.includes(subject) && !subject.startsWith(recordingFolder))
      note('unlisted', 'failed', { subject, detail: detail('not-in-manifest') });
}

/** Each path must be listed once, in bytewise order. */
function placeFault(path: string, before: string): Detail | undefined {
  if (path === before) return detail('listed-twice');
  return path < before ? detail('parts-order') : undefined;
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
