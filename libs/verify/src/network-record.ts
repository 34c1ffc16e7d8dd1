import {
  isCaptured,
  type LiveManifest,
  openZip,
  type PageManifest,
  paths,
  type Source,
  sha256Chunks,
  type Zip,
} from '@proofkeep/bundle';
import { isSessionLost, jsonOf, memberOf } from './capture-report.ts';
import type { Context } from './context.ts';
import { type Detail, detail, detailOf, Problem, problem } from './details.ts';
import { compareBodies } from './warc-bodies.ts';

const packageName = 'datapackage.json';
const packageDigestName = 'datapackage-digest.json';
const pagesName = 'pages/pages.jsonl';
/** Path of the index (CDXJ) in a network record. */
const indexName = 'indexes/index.cdx';
const archiveFolder = 'archive/';
const partLimit = 64 * 1024 * 1024;

/**
 * Checks that the network record is a WACZ (specs.webrecorder.net/wacz/1.1.1) with correct digests, that it matches
 * page, title and time of the manifest, and that each index line points to the record it describes. Each
 * record is compared with the digests that it states itself.
 */
export async function checkRecord({ zip, manifest, note, part }: Context): Promise<void> {
  if (!isCaptured(manifest)) return;
  const subject = paths.record;
  try {
    if (await isRecordLost(manifest, part))
      return note('record', 'not-checked', { subject, required: false, detail: detail('record-lost') });
    if (!manifest.objects.some(({ path }) => path === subject) || !zip.entries.has(subject)) throw problem('missing');
    const wacz = await openZip(zip.part(subject));
    await checkPackage(wacz);
    await checkPage(wacz, manifest);
    // A live session may begin with an empty page, or with one that never loaded.
    const count = await checkIndex(wacz, manifest.kind === 'live' ? null : manifest.subject);
    note('record', 'passed', { subject, detail: detail('records', { count }) });
    await checkBodies(wacz, (outcome, found) =>
      note('record', outcome, { subject, required: outcome === 'passed', detail: found }),
    );
  } catch (error) {
    const found = detailOf(error);
    const reason = error instanceof Problem ? found : detail('not-a-wacz', { text: String(found.args.text ?? '') });
    note('record', 'failed', { subject, detail: reason });
  }
}

/** Compares the bodies in all archives; says how many have a digest in their record. */
async function checkBodies(wacz: Zip, say: (outcome: 'passed' | 'not-checked', found: Detail) => void): Promise<void> {
  let [count, compared] = [0, 0];
  for (const archive of [...wacz.entries.keys()].filter((name) => name.startsWith(archiveFolder))) {
    const found = await compareBodies(wacz, archive);
    count += found.count;
    compared += found.compared;
  }
  say('passed', detail('record-bodies', { count, compared }));
  if (compared < count) say('not-checked', detail('record-undigested', { count: count - compared }));
}

/** Whether the node of a live session was lost with its network record, according to the report. */
const isRecordLost = async (manifest: PageManifest | LiveManifest, part: Context['part']): Promise<boolean> =>
  !manifest.objects.some(({ path }) => path === paths.record) && isSessionLost(manifest, part);

/** Checks the data package, which lists every file with its digest, against its own digest in a separate file. */
async function checkPackage(wacz: Zip): Promise<void> {
  const sealed = jsonOf(await wacz.bytes(packageDigestName, partLimit));
  if (
    memberOf(sealed, 'path') !== packageName ||
    memberOf(sealed, 'hash') !== `sha256:${await sha256Chunks(wacz.chunks(packageName))}`
  )
    throw problem('record-part', { part: packageName });
  const resources = memberOf(jsonOf(await wacz.bytes(packageName, partLimit)), 'resources');
  const unlisted = new Set(wacz.entries.keys());
  unlisted.delete(packageName);
  unlisted.delete(packageDigestName);
  for (const resource of Array.isArray(resources) ? resources : []) {
    const part = String(memberOf(resource, 'path'));
    const isSame =
      unlisted.delete(part) &&
      memberOf(resource, 'bytes') === wacz.entries.get(part)?.size &&
      memberOf(resource, 'hash') === `sha256:${await sha256Chunks(wacz.chunks(part))}`;
    if (!isSame) throw problem('record-part', { part });
  }
  for (const part of unlisted) throw problem('record-part', { part });
}

async function checkPage(wacz: Zip, { subject, capture }: PageManifest | LiveManifest): Promise<void> {
  const described = jsonOf(await wacz.bytes(packageName, partLimit));
  const [, line = ''] = textOf(await wacz.bytes(pagesName, partLimit)).split('\n');
  const page = jsonOf(new TextEncoder().encode(line));
  const claims: [member: string, found: unknown, expected: string][] = [
    ['mainPageUrl', memberOf(described, 'mainPageUrl'), subject.finalUrl],
    ['mainPageDate', memberOf(described, 'mainPageDate'), capture.startedAt],
    ['title', memberOf(described, 'title'), subject.title],
    [`${pagesName}: url`, memberOf(page, 'url'), subject.finalUrl],
    [`${pagesName}: ts`, memberOf(page, 'ts'), capture.startedAt],
    [`${pagesName}: title`, memberOf(page, 'title'), subject.title],
  ];
  for (const [member, found, expected] of claims)
    if (found !== expected) throw problem('record-differs', { member, found: String(found), expected });
}

/** A line of a CDXJ index (specs.webrecorder.net/cdxj): the position of a URL's record. */
export interface IndexLine {
  url: string;
  /** Absent if nothing of the payload is recorded. */
  digest: unknown;
  archive: string;
  offset: number;
  length: number;
}

/**
 * Returns the number of lines, after checking that each points to a record of its URL; null if no URL has to be among
 * them.
 */
async function checkIndex(wacz: Zip, page: PageManifest['subject'] | null): Promise<number> {
  const lines = textOf(await wacz.bytes(indexName, partLimit)).split('\n');
  // A session without any request has an empty index.
  if (page === null && lines.join('') === '') return 0;
  if (lines.pop() !== '') throw problem('record-index', { line: lines.length + 1 });
  const wanted = page ? [page.requestedUrl, page.finalUrl].map(withoutFragment) : [];
  let hasPage = false;
  for (const [i, text] of lines.entries()) {
    const line = indexLine(text);
    if (!line || !(await leadsToRecord(wacz, line).catch(() => false))) throw problem('record-index', { line: i + 1 });
    hasPage ||= wanted.includes(withoutFragment(line.url));
  }
  if (page && !hasPage) throw problem('record-without-page');
  return lines.length;
}

/** Returns the lines of the index that can be read. */
export async function readIndex(wacz: Zip): Promise<IndexLine[]> {
  const lines = textOf(await wacz.bytes(indexName, partLimit)).split('\n');
  return lines.flatMap((text) => indexLine(text) ?? []);
}

function indexLine(text: string): IndexLine | undefined {
  const json = /^\S+ \d{14} (\{.*\})$/.exec(text)?.[1];
  if (json === undefined) return undefined;
  const fields = jsonOf(new TextEncoder().encode(json));
  const [url, filename] = [memberOf(fields, 'url'), memberOf(fields, 'filename')];
  const [offset, length] = ['offset', 'length'].map((name) => decimalOf(memberOf(fields, name)));
  if (typeof url !== 'string' || typeof filename !== 'string') return undefined;
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) return undefined;
  return {
    url,
    digest: memberOf(fields, 'digest'),
    archive: archiveFolder + filename,
    offset: offset as number,
    length: length as number,
  };
}

/** Accepts numbers and texts of decimal digits; NaN for anything else that `Number` would convert, like null or "0x10". */
function decimalOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

/**
 * Whether a gzip member starts at the offset whose WARC record (ISO 28500) is a response for the URL with that digest.
 */
async function leadsToRecord(wacz: Zip, { url, digest, archive, offset, length }: IndexLine): Promise<boolean> {
  const source = wacz.part(archive);
  if (offset < 0 || length <= 0 || offset + length > source.size) return false;
  const [version = '', ...lines] = (await headOf(source, offset, length)).split('\r\n');
  const fields = new Map(lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) as [string, string]));
  return (
    version.startsWith('WARC/1.') &&
    fields.get('WARC-Type') === 'response' &&
    fields.get('WARC-Target-URI') === url &&
    (digest === undefined || fields.get('WARC-Payload-Digest') === digest)
  );
}

const pieceBytes = 16 * 1024;
const maxHeadBytes = 1024 * 1024;

/** Reads the header of the record in a gzip member, and decompresses nothing beyond it. */
async function headOf(source: Source, offset: number, length: number): Promise<string> {
  let at = 0;
  const member = new ReadableStream<BufferSource>({
    async pull(controller) {
      if (at >= length) return controller.close();
      const piece = await source.read(offset + at, Math.min(pieceBytes, length - at));
      at += piece.length;
      controller.enqueue(new Uint8Array(piece));
    },
  });
  const reader = member.pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let head = '';
  try {
    while (head.length < maxHeadBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      head += decoder.decode(value, { stream: true });
      const end = head.indexOf('\r\n\r\n');
      if (end >= 0) return head.slice(0, end);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  throw problem('not-a-wacz', { text: 'a record without a header' });
}

/** Normalises URLs with the WHATWG URL parser. */
const withoutFragment = (url: string): string => (URL.parse(url)?.href ?? url).replace(/#.*$/, '');
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
