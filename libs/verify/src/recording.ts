import {
  chunkBytes,
  type LiveManifest,
  openZip,
  paths,
  RecordingChunk,
  RecordingHeads,
  readSealed,
  recordedFrames,
  startBytes,
  toHex,
} from '@proofkeep/bundle';
import {
  type Certificate,
  checkNotUndone,
  checkTimestamp,
  parseTimestamp,
  type Timestamp,
  verifyTimestamp,
} from '@proofkeep/pki';
import { jsonOf, memberOf } from './capture-report.ts';
import type { Context } from './context.ts';
import { detail, detailOf, type Problem, problem } from './details.ts';
import { readableLists } from './revocation.ts';
import { believe } from './signatures.ts';

/**
 * Checks the recording of a live session: every chunk of video and events has its digest, each is chained to the
 * previous one, and the chain ends at the head named in the manifest. Names the second at which it breaks.
 */
export async function checkRecording(context: Context): Promise<void> {
  const { manifest, note } = context;
  if (manifest.kind !== 'live') return;
  const subject = paths.chunks;
  try {
    const chunks = await readChunks(context);
    checkChain(context, manifest, chunks);
    await checkRanges(context, paths.recording, chunks, (chunk) => chunk.video, checkFrames);
    let events = 0;
    await checkRanges(
      context,
      paths.events,
      chunks,
      (chunk) => chunk.events,
      (_chunk, bytes) => {
        events += bytes.filter((byte) => byte === lineEnd).length;
      },
    );
    await checkFacts(context, manifest, { chunks, events });
    await checkNetwork(context, chunks);
    const seconds = Math.round((chunks.at(-1)?.toMs ?? 0) / 1000);
    note('recording', 'passed', { subject, detail: detail('chunks', { count: chunks.length, seconds }) });
    await checkHeads(context, manifest, chunks);
  } catch (error) {
    note('recording', 'failed', { subject, detail: detailOf(error) });
  }
}

const archive = 'archive/data.warc.gz';

/**
 * Compares the network record with the chunks' statements about it. Recordings before 2026-11-23 have no such parts. A
 * record that was rewritten after the end isn't covered, which the finding says.
 */
async function checkNetwork(context: Context, chunks: readonly RecordingChunk[]): Promise<void> {
  const { zip, note, part, sha256 } = context;
  const last = chunks.at(-1);
  if (!last?.network) return;
  const subject = paths.record;
  await checkConnections(context, chunks);
  const session = memberOf(jsonOf(await part(paths.report)), 'session');
  if (memberOf(session, 'isRewritten') === true)
    return note('recording', 'not-checked', { subject, required: false, detail: detail('record-rewritten') });
  if (!zip.entries.has(subject)) throw problem('part-missing', { path: subject });
  const wacz = await openZip(zip.part(subject));
  const total = wacz.entries.get(archive)?.size ?? 0;
  const read = reader(wacz.chunks(archive));
  let size = 0;
  for (const { n, fromMs, network } of chunks) {
    const warc = network?.warc;
    const parts = warc ? await read(warc.size) : null;
    if (!warc || warc.offset !== size || parts === null || toHex(sha256(...parts)) !== warc.sha256)
      throw problem('record-broken', { chunk: n + 1, second: Math.floor(fromMs / 1000) });
    size += warc.size;
  }
  note('recording', 'passed', { subject, detail: detail('record-chained', { size, rest: total - size }) });
  if (memberOf(session, 'endedBecause') !== 'lost') return;
  const cut = detail('record-cut', { count: last.network.waiting });
  note('recording', 'not-checked', { subject, required: false, detail: cut });
}

/** Compares the list of connections with what the chunks say of it; older recordings have no such parts. */
async function checkConnections({ zip, note, sha256 }: Context, chunks: readonly RecordingChunk[]): Promise<void> {
  const subject = paths.connections;
  if (!chunks.at(-1)?.network?.connections) return;
  if (!zip.entries.has(subject)) throw problem('part-missing', { path: subject });
  const total = zip.entries.get(subject)?.size ?? 0;
  const read = reader(zip.chunks(subject));
  let size = 0;
  for (const { n, fromMs, network } of chunks) {
    const range = network?.connections;
    const parts = range ? await read(range.size) : null;
    if (!range || range.offset !== size || parts === null || toHex(sha256(...parts)) !== range.sha256)
      throw problem('connections-broken', { chunk: n + 1, second: Math.floor(fromMs / 1000) });
    size += range.size;
  }
  note('recording', 'passed', { subject, detail: detail('connections-chained', { size, rest: total - size }) });
}

const lineEnd = 0x0a;

async function readChunks({ part }: Context): Promise<RecordingChunk[]> {
  const lines = new TextDecoder().decode(await part(paths.chunks)).split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw problem('not-json');
  return lines.map((line) => {
    const parsed = RecordingChunk.safeParse(jsonOf(new TextEncoder().encode(line)));
    if (!parsed.success) throw problem('not-json');
    return parsed.data;
  });
}

const brokenAt = ({ n, fromMs }: RecordingChunk): Problem =>
  problem('chain-broken', { chunk: n + 1, second: Math.floor(fromMs / 1000) });

/** @throws Problem chain-broken */
function checkChain({ sha256 }: Context, { ano, recording }: LiveManifest, chunks: readonly RecordingChunk[]): void {
  let previous = toHex(sha256(startBytes(ano, recording.startedAt)));
  let atMs = 0;
  for (const [n, chunk] of chunks.entries()) {
    const isNext = chunk.n === n && chunk.previous === previous && chunk.fromMs === atMs && chunk.toMs >= atMs;
    if (!isNext || toHex(sha256(chunkBytes(chunk))) !== chunk.head) throw brokenAt(chunk);
    previous = chunk.head;
    atMs = chunk.toMs;
  }
  if (previous !== recording.head || chunks.length !== recording.chunks)
    throw problem('chain-ends', { second: Math.floor(atMs / 1000) });
}

/** Compares each range of a file with the digest of its chunk; the ranges make up the whole file. */
async function checkRanges(
  { zip, sha256 }: Context,
  path: string,
  chunks: readonly RecordingChunk[],
  rangeOf: (chunk: RecordingChunk) => RecordingChunk['video'],
  check: (chunk: RecordingChunk, bytes: Uint8Array) => void,
): Promise<void> {
  if (!zip.entries.has(path)) throw problem('part-missing', { path });
  const read = reader(zip.chunks(path));
  let offset = 0;
  for (const chunk of chunks) {
    const range = rangeOf(chunk);
    const parts = await read(range.size);
    if (range.offset !== offset || parts === null || toHex(sha256(...parts)) !== range.sha256) throw brokenAt(chunk);
    check(chunk, joined(parts));
    offset += range.size;
  }
  if (zip.entries.get(path)?.size !== offset) throw problem('recording-longer', { path });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Checks that a chunk has the stated number of pictures, within its time. @throws Problem frame-times */
function checkFrames({ n, fromMs, toMs, frames }: RecordingChunk, video: Uint8Array): void {
  const found = framesOf(video);
  const isWithin = found?.every(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  if (found?.length !== frames || !isWithin)
    throw problem('frame-times', { chunk: n + 1, second: Math.floor(fromMs / 1000) });
}

function framesOf(video: Uint8Array) {
  try {
    return recordedFrames(video);
  } catch {
    return null;
  }
}

/** Returns a function that reads the next bytes of a stream, or null if there are fewer. */
function reader(chunks: AsyncIterable<Uint8Array>): (size: number) => Promise<Uint8Array[] | null> {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest = new Uint8Array(0);
  return async (size) => {
    const parts: Uint8Array[] = [];
    for (let missing = size; missing > 0; ) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next();
        if (done) return null;
        rest = value as typeof rest;
        continue;
      }
      const part = rest.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      rest = rest.subarray(part.length);
    }
    return parts;
  };
}

/**
 * Compares the statements of report and manifest, and of the certificate, with the recording: length, counts, files.
 */
async function checkFacts(
  { part }: Context,
  { recording, objects }: LiveManifest,
  { chunks, events }: { chunks: readonly RecordingChunk[]; events: number },
): Promise<void> {
  const session = memberOf(jsonOf(await part(paths.report)), 'session');
  const frames = chunks.reduce((sum, chunk) => sum + chunk.frames, 0);
  if (frames !== recording.frames) throw problem('frames-count', { found: frames, expected: recording.frames });
  if (events !== recording.events) throw problem('events-count', { found: events, expected: recording.events });
  const expected = Date.parse(recording.endedAt) - Date.parse(recording.startedAt);
  const found = chunks.at(-1)?.toMs ?? 0;
  if (found !== expected) throw problem('duration-differs', { found, expected });
  for (const [name, value] of Object.entries(recording)) {
    const stated = memberOf(session, name);
    if (stated !== value)
      throw problem('report-differs', { member: `session.${name}`, found: String(stated), expected: String(value) });
  }
  for (const name of ['downloads', 'snapshots'])
    for (const file of listOf(memberOf(session, name))) {
      const path = `${paths.dataFolder}${String(memberOf(file, 'path'))}`;
      const object = objects.find((one) => one.path === path);
      const sha256 = memberOf(file, 'sha256') ?? object?.sha256;
      if (!object || object.sha256 !== sha256) throw problem('file-differs', { path });
    }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A timestamp may be this much older than its subject: the clocks of recorder and sealer differ a little. */
const earlyMs = 60_000;
/** A timestamp may be this much newer than the manifest. */
const lateMs = 5 * 60_000;

/** A head is timestamped about once a minute, but not necessarily in the first minute. */
const headEveryMs = 60_000;
/** A longer time without a timestamp is reported. */
const longestWaitMs = 2 * 60_000;

/** Checks the timestamps that heads of the chain received while the session ran. */
async function checkHeads(context: Context, manifest: LiveManifest, chunks: readonly RecordingChunk[]): Promise<void> {
  const { zip, note, anchors } = context;
  const startedMs = Date.parse(manifest.recording.startedAt);
  const subject = paths.heads;
  const noteMissing = (from: number, until: number) => {
    const found = detail('heads-missing', { from: Math.floor(from / 1000), until: Math.floor(until / 1000) });
    note('heads', 'not-checked', { subject, required: false, detail: found });
  };
  const lengthMs = chunks.at(-1)?.toMs ?? 0;
  const noteNone = () =>
    lengthMs < headEveryMs
      ? note('heads', 'not-checked', { subject, required: false, detail: detail('no-heads') })
      : noteMissing(0, lengthMs);
  if (!zip.entries.has(subject)) return noteNone();
  try {
    const { ano, heads } = readSealed(RecordingHeads, await context.part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    // For each timestamp: the start of the part that it covers, and when it was issued, both since the start.
    const waits: { from: number; until: number }[] = [];
    let coveredMs = 0;
    const stamped: { timestamp: Timestamp; content: Uint8Array }[] = [];
    for (const { n, head, token } of heads) {
      const chunk = chunks[n];
      if (chunk?.head !== head)
        throw problem('head-differs', { chunk: n + 1, second: Math.floor((chunk?.toMs ?? 0) / 1000) });
      const timestamp = await parseTimestamp(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
      const content = chunkBytes(chunk);
      await checkTimestamp(timestamp, content);
      const second = Math.floor(chunk.toMs / 1000);
      if (timestamp.at.getTime() < startedMs + chunk.toMs - earlyMs) throw problem('heads-early', { second });
      if (timestamp.at.getTime() > Date.parse(manifest.createdAt) + lateMs) throw problem('heads-late', { second });
      stamped.push({ timestamp, content });
      waits.push({ from: coveredMs, until: Math.min(timestamp.at.getTime() - startedMs, lengthMs) });
      coveredMs = Math.max(coveredMs, chunk.toMs);
    }
    const times = stamped.map(({ timestamp }) => timestamp.at);
    if (times.some((at, i) => i > 0 && at < (times[i - 1] as Date))) throw problem('heads-order');
    const [first] = stamped;
    const last = times.at(-1);
    if (!first || !last) return noteNone();
    for (const { from, until } of [...waits, { from: coveredMs, until: lengthMs }])
      if (until - from > longestWaitMs) noteMissing(from, until);
    const believeAll = async () => {
      let path: Certificate[] = [];
      const later = await readableLists(context);
      for (const { timestamp, content } of stamped) {
        path = await verifyTimestamp(timestamp, { content, roots: anchors.roots });
        await checkNotUndone(path, later, timestamp.at);
      }
      return path;
    };
    await believe(context, 'heads', subject, first.timestamp.signed.certificates, believeAll, { at: last });
  } catch (error) {
    note('heads', 'failed', { subject, detail: detailOf(error) });
  }
}
