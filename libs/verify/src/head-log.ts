import { HeadProofs, headLeafBytes, paths, RecordingHeads, readSealed, toHex } from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';
import { openCheckpoint, provenIn } from './log.ts';

/**
 * Checks that each timestamp of a live session's chain is in the log, each under a checkpoint signed by a trusted log.
 * Older bundles don't have the proofs.
 */
export async function checkHeadLog(context: Context): Promise<void> {
  const { zip, manifest, note, part, sha256 } = context;
  const subject = paths.headProofs;
  const hasHeads = manifest.kind === 'live' && zip.entries.has(paths.heads);
  if (!hasHeads && zip.entries.has(subject)) note('heads', 'failed', { subject, detail: detail('unknown-part') });
  if (!hasHeads) return;
  if (!zip.entries.has(subject))
    return note('heads', 'not-checked', { subject, required: false, detail: detail('no-head-proofs') });
  try {
    const { heads } = readSealed(RecordingHeads, await part(paths.heads), paths.heads);
    const { ano, proofs } = readSealed(HeadProofs, await part(subject), subject);
    if (ano !== manifest.ano || proofs.length !== heads.length) throw problem('other-bundle');
    let areTrusted = true;
    for (const [i, { n, head, token }] of heads.entries()) {
      const proof = proofs[i];
      if (proof?.n !== n) throw problem('other-bundle');
      const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
      const text = new TextEncoder().encode(proof.proof);
      const { checkpoint } = await provenIn(context, text, headLeafBytes(head, toHex(sha256(bytes))));
      const { isTrusted } = await openCheckpoint(context, { checkpoint, logKey: paths.logKey });
      areTrusted &&= isTrusted;
    }
    const count = heads.length;
    if (areTrusted) note('heads', 'passed', { subject, required: false, detail: detail('heads-logged', { count }) });
    else note('heads', 'not-checked', { subject, required: false, detail: detail('heads-unproven') });
  } catch (error) {
    note('heads', 'failed', { subject, detail: detailOf(error) });
  }
}
