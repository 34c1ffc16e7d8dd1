import {
  canonicalBytes,
  type DeviceManifest,
  deviceRecordingStart,
  type Gap,
  gapsOf,
  isBounded,
  paths,
  readSealed,
  SegmentLine,
  segmentPath,
  segmentsFolder,
  toHex,
} from '@proofkeep/bundle';
import { fromPem, verifyEcdsa } from '@proofkeep/pki';
import type { Context } from './context.ts';
import { type Detail, detail, detailOf, problem } from './details.ts';

/**
 * Checks a recording of an enforcer device: every segment is signed by the device's key and chained to the previous
 * one, and every content has the signed digest. Lists what is missing, and what only the device claims.
 */
export async function checkDevice(context: Context): Promise<void> {
  const { manifest, note } = context;
  if (manifest.kind !== 'device') return;
  const subject = paths.segments;
  try {
    const lines = await readLines(context);
    await checkSignatures(context, manifest, lines);
    checkChain(context, manifest, lines);
    checkContents(manifest, lines);
    checkFacts(manifest, lines);
    note('segments', 'passed', { subject, detail: detail('segments', { count: lines.length }) });
    noteGaps(context, manifest, lines);
    note('device-word', 'not-checked', { subject, required: false, detail: detail('device-word') });
  } catch (error) {
    note('segments', 'failed', { subject, detail: detailOf(error) });
  }
}

async function readLines({ part }: Context): Promise<SegmentLine[]> {
  const texts = new TextDecoder().decode(await part(paths.segments)).split('\n');
  if (texts.pop() !== '' || texts.length === 0) throw problem('not-json');
  return texts.map((text) => readSealed(SegmentLine, new TextEncoder().encode(text), paths.segments));
}

/** @throws Problem device-key, segment-signature */
async function checkSignatures(
  { part, sha256 }: Context,
  { device }: DeviceManifest,
  lines: readonly SegmentLine[],
): Promise<void> {
  const [spki] = fromPem(new TextDecoder().decode(await part(paths.deviceKey)), 'PUBLIC KEY');
  if (!spki || toHex(sha256(spki)) !== device.key) throw problem('device-key');
  for (const { header, signature } of lines) {
    const isOfDevice = header.device === device.key && header.recording === device.recording;
    const signed = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
    if (!isOfDevice || !(await verifyEcdsa({ spki, signature: signed, over: canonicalBytes(header) })))
      throw problem('segment-signature', { n: header.n });
  }
}

/**
 * Segments are in order, and each names the previous header; where that segment is missing, nothing can be compared. No
 * segment follows the one that ends the recording.
 */
function checkChain({ sha256 }: Context, { device }: DeviceManifest, lines: readonly SegmentLine[]): void {
  let previous = toHex(sha256(deviceRecordingStart(device.key, device.recording)));
  let n = 0;
  let fromMs = 0;
  let isOver = false;
  for (const { header } of lines) {
    const isChained = header.n > n + 1 || header.previous === previous;
    const isInOrder = header.n > n && header.fromMs >= fromMs && !isOver;
    if (!isChained || !isInOrder) throw problem('segment-chain', { n: header.n });
    if (!isBounded(header)) throw problem('segment-bounds', { n: header.n });
    previous = toHex(sha256(canonicalBytes(header)));
    ({ n, fromMs, isLast: isOver } = header);
  }
  if (previous !== device.head || n !== device.segments) throw problem('segment-end', { n });
}

/** Compares each content with its signed header. @throws Problem segment-content, files-unnamed */
function checkContents({ objects }: DeviceManifest, lines: readonly SegmentLine[]): void {
  const unnamed = new Map(objects.map((object) => [object.path, object]));
  for (const path of [paths.deviceKey, paths.segments])
    if (!unnamed.delete(path)) throw problem('part-missing', { path });
  for (const { header } of lines) {
    const path = segmentPath(header);
    const object = unnamed.get(path);
    if (!object) continue;
    unnamed.delete(path);
    const isSame = object.size === header.size && object.sha256 === header.sha256;
    if (!isSame || object.mediaType !== header.mediaType) throw problem('segment-content', { n: header.n });
  }
  for (const path of unnamed.keys()) throw problem('files-unnamed', { path });
}

/** Compares the manifest's statements with the segments. @throws Problem segment-received, device-facts */
function checkFacts({ createdAt, device, subject, objects }: DeviceManifest, lines: readonly SegmentLine[]): void {
  for (const { header, receivedAt } of lines)
    if (Date.parse(receivedAt) > Date.parse(createdAt)) throw problem('segment-received', { n: header.n });
  const contents = objects.filter(({ path }) => path.startsWith(segmentsFolder));
  const [first, last] = [lines[0]?.header, lines.at(-1)?.header];
  const isSame =
    first?.startedAt === device.claimedFrom &&
    last?.endedAt === device.claimedUntil &&
    last.isLast === device.isEnded &&
    contents.length === device.held &&
    contents.reduce((sum, { size }) => sum + size, 0) === subject.bytes;
  if (!isSame) throw problem('device-facts');
}

/** Missing segments don't invalidate the rest, but are always reported. */
function noteGaps({ note }: Context, { objects }: DeviceManifest, lines: readonly SegmentLine[]): void {
  const headers = lines.map(({ header }) => header);
  const held = new Set(objects.map(({ path }) => path));
  const numbered = new Map(headers.map((header) => [header.n, segmentPath(header)]));
  const gaps = gapsOf(headers, (n) => held.has(numbered.get(n) ?? ''));
  const subject = paths.segments;
  if (gaps.length === 0) return note('gaps', 'passed', { subject, required: false, detail: detail('no-gaps') });
  for (const gap of gaps) note('gaps', 'not-checked', { subject, required: false, detail: gapDetail(gap) });
}

function gapDetail(gap: Gap): Detail {
  switch (gap.kind) {
    case 'missing':
      return detail('gap-missing', { first: gap.n, last: gap.last });
    case 'content':
      return detail('gap-content', { first: gap.n, last: gap.last });
    case 'pause':
      return detail('gap-pause', { n: gap.n, seconds: Math.round(gap.ms / 1000) });
    case 'clock':
      return detail('gap-clock', { n: gap.n, seconds: Math.round(gap.ms / 1000) });
    default:
      return detail('gap-end', { n: gap.n });
  }
}
