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
  context.logIndex = await checkLogged(context, {
    subject: paths.inclusion,
    leaf: () => context.part(paths.leaf),
    logKey: paths.logKey,
  });
}

type LogContext = Pick<Context, 'note' | 'anchors' | 'sha256' | 'part'>;

/**
 * Checks a tlog-proof of an entry and the signature of its checkpoint. @param o.subject part with the proof @param
 * o.logKey part with the key that is tried if no log of that origin is trusted @returns the index; null if it isn't
 * proven
 */
export async function checkLogged(
  context: LogContext,
  { subject, leaf, logKey }: { subject: string; leaf: () => Promise<Uint8Array>; logKey: string },
): Promise<number | null> {
  const { note, part } = context;
  try {
    const { index, size, checkpoint } = await provenIn(context, await part(subject), await leaf());
    note('inclusion', 'passed', { subject, detail: detail('entry', { index, size }) });
    await checkCheckpoint(context, { subject, checkpoint, logKey });
    return index;
  } catch (error) {
    note('inclusion', 'failed', { subject, detail: detailOf(error) });
    return null;
  }
}

/** @throws Problem, TlogError if the proof doesn't show the entry in the tree of its checkpoint */
export async function provenIn(
  { sha256 }: Pick<Context, 'sha256'>,
  proofPart: Uint8Array,
  leaf: Uint8Array,
): Promise<{ index: number; size: number; checkpoint: string }> {
  const { index, proof, checkpoint } = parseTlogProof(strictText(proofPart));
  const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
  if (!verifyInclusion(sha256, { leaf: leafHash(sha256, leaf), index, size, proof, root }))
    throw problem('not-in-tree');
  return { index, size, checkpoint };
}

/** The trusted key that should have signed a checkpoint; undefined if its log is unknown. */
function trustedKey(anchors: Context['anchors'], checkpoint: string) {
  const { text, signatures } = parseNote(checkpoint);
  const { origin } = parseCheckpoint(text);
  const named = anchors.logs.filter((key) => key.name === origin);
  const trusted = named.find((key) => signatures.some(({ keyHash }) => sameBytes(keyHash, key.keyHash))) ?? named[0];
  return { origin, trusted };
}

/**
 * Verifies the signature of a checkpoint. Ignores lines by unknown keys, including cosignatures of witnesses (C2SP
 * signed-note). The bundle's own key, which is tried where no log of that origin is trusted, can count against the bundle,
 * never for it.
 * @throws TlogError
 */
export async function openCheckpoint(
  { anchors, part }: Pick<LogContext, 'anchors' | 'part'>,
  { checkpoint, logKey }: { checkpoint: string; logKey: string },
): Promise<{ origin: string; isTrusted: boolean }> {
  const { origin, trusted } = trustedKey(anchors, checkpoint);
  await openNote(checkpoint, trusted ?? (await parseVerifierKey(new TextDecoder().decode(await part(logKey)))));
  return { origin, isTrusted: trusted !== undefined };
}

/** Records whether a checkpoint's signature is valid: `not-checked` if only the bundle's own key could verify it. Never throws. */
export async function checkCheckpoint(
  context: LogContext,
  { subject, ...o }: { subject: string; checkpoint: string; logKey: string },
): Promise<void> {
  const { note } = context;
  try {
    const { origin, isTrusted } = await openCheckpoint(context, o);
    if (isTrusted) note('checkpoint', 'passed', { subject, detail: detail('origin', { origin }) });
    else note('checkpoint', 'not-checked', { subject, detail: detail('log-unknown', { origin }) });
  } catch (error) {
    note('checkpoint', 'failed', { subject, detail: detailOf(error) });
  }
}

/**
 * Decodes UTF-8 and keeps a byte order mark, which no note begins with. Normalises the decoder's error, which differs between Node
 * and browsers.
 */
function strictText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw problem('not-utf8');
  }
}
