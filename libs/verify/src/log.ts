import { paths, toHex } from '@proofkeep/bundle';
import {
  leafHash,
  openNote,
  parseCheckpoint,
  parseNote,
  parseTlogProof,
  parseVerifierKey,
  verifyInclusion,
} from '@proofkeep/ledger';
import { type Context, messageOf, readLeaf } from './verify.ts';

/** The logged entry commits to this manifest and to this token, and to nothing else. */
export async function checkLeaf(context: Context): Promise<void> {
  await context.attempt('leaf', paths.leaf, async () => {
    const leaf = await readLeaf(context);
    const { manifest, manifestBytes, manifestSha256, sha256, sm3 } = context;
    if (
      leaf.ano !== manifest.ano ||
      leaf.manifestSha256 !== manifestSha256 ||
      leaf.manifestSm3 !== toHex(sm3(manifestBytes))
    )
      throw new Error('it commits to another manifest');
    if (leaf.tokenSha256 !== toHex(sha256(await context.part(paths.token))))
      throw new Error('it commits to another timestamp');
    return '';
  });
}

/** The entry is in the tree of the checkpoint, and the checkpoint is signed by a log that is believed. */
export async function checkLog(context: Context): Promise<void> {
  const { note, anchors, sha256 } = context;
  let checkpoint: string;
  try {
    const proof = parseTlogProof(strictText(await context.part(paths.inclusion)));
    checkpoint = proof.checkpoint;
    const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
    const leaf = leafHash(sha256, await context.part(paths.leaf));
    if (!verifyInclusion(sha256, { leaf, index: proof.index, size, proof: proof.proof, root }))
      throw new Error('the entry is not in the tree of this checkpoint');
    context.logIndex = proof.index;
    note('inclusion', 'passed', { subject: paths.inclusion, detail: `${proof.index} / ${size}` });
  } catch (error) {
    note('inclusion', 'failed', { subject: paths.inclusion, detail: messageOf(error) });
    return;
  }
  const { text, signatures } = parseNote(checkpoint);
  const { origin } = parseCheckpoint(text);
  const trusted = anchors.logs.find((key) => key.name === origin);
  if (signatures.length !== 1) {
    note('checkpoint', 'failed', { subject: paths.inclusion, detail: 'it is not signed by the log alone' });
    return;
  }
  if (!trusted) {
    await context.attempt('checkpoint', paths.logKey, async () => {
      const hint = await parseVerifierKey(new TextDecoder().decode(await context.part(paths.logKey)));
      await openNote(checkpoint, hint);
      return 'the key in the bundle fits, for what that is worth';
    });
    note('checkpoint', 'not-checked', { subject: paths.inclusion, detail: `no key of ${origin} is trusted` });
    return;
  }
  await context.attempt('checkpoint', paths.inclusion, async () => {
    await openNote(checkpoint, trusted);
    return origin;
  });
}

/** A decoder's own words for what is not UTF-8 differ between Node and browsers. */
function strictText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('not in UTF-8', { cause });
  }
}
