import { paths, sameBytes, toHex } from '@proofkeep/bundle';
import {
  leafHash,
  openNote,
  parseCheckpoint,
  parseNote,
  parseTlogProof,
  parseVerifierKey,
  verifyInclusion,
} from '@proofkeep/tlog';
import { type Context, readLeaf } from './context.ts';
import { detail, detailOf, problem } from './details.ts';

/** Checks that the logged entry commits to exactly this manifest and this token. */
export async function checkLeaf(context: Context): Promise<void> {
  await context.attempt('leaf', paths.leaf, async () => {
    const leaf = await readLeaf(context);
    const { manifest, manifestBytes, manifestSha256, sha256, sm3 } = context;
    if (
      leaf.ano !== manifest.ano ||
      leaf.manifestSha256 !== manifestSha256 ||
      leaf.manifestSm3 !== toHex(sm3(manifestBytes))
    )
      throw problem('other-manifest');
    if (leaf.tokenSha256 !== toHex(sha256(await context.part(paths.token)))) throw problem('other-token');
  });
}

/** Checks that the entry is in the checkpoint's tree, and that a trusted log signed the checkpoint. */
export async function checkLog(context: Context): Promise<void> {
  const { note, sha256 } = context;
  let checkpoint: string;
  try {
    const proof = parseTlogProof(strictText(await context.part(paths.inclusion)));
    checkpoint = proof.checkpoint;
    const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
    const leaf = leafHash(sha256, await context.part(paths.leaf));
    if (!verifyInclusion(sha256, { leaf, index: proof.index, size, proof: proof.proof, root }))
      throw problem('not-in-tree');
    context.logIndex = proof.index;
    note('inclusion', 'passed', { subject: paths.inclusion, detail: detail('entry', { index: proof.index, size }) });
  } catch (error) {
    note('inclusion', 'failed', { subject: paths.inclusion, detail: detailOf(error) });
    return;
  }
  await checkCheckpoint(context, checkpoint);
}

/** Ignores lines by unknown keys, including cosignatures of witnesses (C2SP signed-note). */
async function checkCheckpoint(context: Context, checkpoint: string): Promise<void> {
  const { note, anchors } = context;
  const subject = paths.inclusion;
  const { text, signatures } = parseNote(checkpoint);
  const { origin } = parseCheckpoint(text);
  const named = anchors.logs.filter((key) => key.name === origin);
  const trusted = named.find((key) => signatures.some(({ keyHash }) => sameBytes(keyHash, key.keyHash))) ?? named[0];
  try {
    // The bundle's own key can count against the bundle, never for it.
    if (!trusted) {
      const hint = new TextDecoder().decode(await context.part(paths.logKey));
      await openNote(checkpoint, await parseVerifierKey(hint));
      note('checkpoint', 'not-checked', { subject, detail: detail('log-unknown', { origin }) });
      return;
    }
    await openNote(checkpoint, trusted);
    note('checkpoint', 'passed', { subject, detail: detail('origin', { origin }) });
  } catch (error) {
    note('checkpoint', 'failed', { subject, detail: detailOf(error) });
  }
}

/** Normalises the decoder's error for invalid UTF-8, which differs between Node and browsers. */
function strictText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('not-utf8');
  }
}
