import { isCaptured, Leaf, type Manifest, operatorOf, paths, readSealed } from '@proofkeep/bundle';
import type { attestationCalls, Bytes, InputOf } from '@proofkeep/contract';
import { parseTimestamp } from '@proofkeep/pki';
import { parseCheckpoint, parseNote, parseTlogProof, toBase64 } from '@proofkeep/tlog';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import {
  bundleParts,
  mediaTypeOf,
  type Part,
  readManifest,
  requirePart,
  storedParts,
  zipOf,
} from '../../evidence/service.ts';
import { requireListed } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function certificate({ ano }: InputOf<Calls['certificate']>, context: User) {
  const { store, sealedBy } = context.services;
  const { parts, manifest } = await requireCertified(context, ano);
  const leaf = readSealed(Leaf, await store.bytes(requirePart(parts, paths.leaf).key), paths.leaf);
  const tokens = [...parts.keys()].filter((path) => /^proof\/manifest(-\d+)?\.tst$/.test(path)).sort();
  const timestamps = await Promise.all(
    tokens.map(async (path) => {
      const { at, authority, serial } = await parseTimestamp(await store.bytes(requirePart(parts, path).key));
      return { at: at.toISOString(), authority, serial, isOwn: path === paths.token };
    }),
  );
  const { index, checkpoint } = parseTlogProof(
    Buffer.from(await store.bytes(requirePart(parts, paths.inclusion).key)).toString(),
  );
  const { origin, size, root } = parseCheckpoint(parseNote(checkpoint).text);
  return {
    ano,
    title: manifest.subject.title,
    ...preservedIn(manifest),
    applicant: manifest.applicant,
    operator: operatorOf(manifest),
    manifestSha256: leaf.manifestSha256,
    manifestSm3: leaf.manifestSm3,
    timestamps,
    log: { origin, index, size, root: toBase64(root) },
    sealedBy,
  };
}

/** The facts that depend on the kind: those of a capture, or those of uploaded files. */
function preservedIn(manifest: Manifest) {
  if (!isCaptured(manifest)) {
    const { files: count, bytes } = manifest.subject;
    return { kind: manifest.kind, files: { examinedAt: manifest.receipt.examinedAt, count, sizeBytes: bytes } };
  }
  const { requestedUrl, finalUrl } = manifest.subject;
  const { state, startedAt, endedAt } = manifest.capture;
  return { kind: manifest.kind, page: { requestedUrl, finalUrl, state, startedAt, endedAt } };
}

/** A part of a certified bundle, saved under a name that begins with the attestation's number. */
const partAs =
  (path: string, o: { suffix: string; isShown?: boolean }) =>
  async ({ ano }: { ano: string }, context: User): Promise<Bytes> => {
    const { parts } = await requireCertified(context, ano);
    return bytesOf(context, parts, path, o.isShown ? undefined : `${ano}${o.suffix}`);
  };

export const certificatePdf = partAs(paths.certificate, { suffix: '.pdf' });
export const timestamp = partAs(paths.token, { suffix: '.tst' });
export const timestampBytes = partAs(paths.token, { suffix: '.tst', isShown: true });
export const signature = partAs(paths.manifestSignature, { suffix: '.p7s' });

export async function file({ ano, path }: InputOf<Calls['file']>, context: User): Promise<Bytes> {
  const parts = await storedParts(
    context.services.store,
    await requireListed(context.db, scopeOf(context.caller), ano),
  );
  const isPicture = /^data\/(screenshot\/.+\.png|thumbnail\.(jpg|png))$/.test(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return bytesOf(context, parts, path, isPicture ? undefined : `${ano}-${name}`);
}

export async function bundle({ attestationNo: ano }: InputOf<Calls['bundle']>, context: User): Promise<Bytes> {
  const { certifiedPlace } = await requireListed(context.db, scopeOf(context.caller), ano);
  if (!certifiedPlace) throw new Refusal('STATE_FORBIDS');
  return { ...zipOf(await bundleParts(context.services.store, certifiedPlace)), fileName: `${ano}.zip`, isFixed: true };
}

async function bytesOf({ services: { store } }: User, parts: Map<string, Part>, path: string, fileName?: string) {
  const part = parts.get(path);
  if (!part) throw new Refusal('NOT_FOUND');
  const body = await store.read(part.key);
  return { body, mediaType: mediaTypeOf(path), fileName, sizeBytes: part.sizeBytes, isFixed: true };
}

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function requireCertified(context: User, ano: string) {
  const row = await requireListed(context.db, scopeOf(context.caller), ano);
  if (row.state !== 'succeeded') throw new Refusal('STATE_FORBIDS');
  const parts = await storedParts(context.services.store, row);
  const manifest = await readManifest(context.services.store, parts);
  if (!manifest) throw new Error(`The manifest of ${ano} is not in the store.`);
  return { parts, manifest };
}
