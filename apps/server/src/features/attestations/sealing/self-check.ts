import { crc32 } from 'node:zlib';
import { bytesSource, type Digests, type PlacedPart, paths, type Source, zipSource } from '@proofkeep/bundle';
import { type Failure, message, named } from '@proofkeep/contract';
import { chainPem } from '@proofkeep/seal';
import { type Report, type VerifyOptions, verifyBundle, verifySealed, wordsIn } from '@proofkeep/verify';
import type { Installation } from '../../../installation.ts';
import { type Store, type Stored, StoreError } from '../../../store/store.ts';
import { readIndex, type SealedParts, type StoredFile } from '../../evidence/service.ts';
import { newTraceId } from '../fault.ts';

/** A bundle made by this installation doesn't verify with its own anchors, so it must not be called sealed. */
export class NotVerified extends Error {
  override name = 'NotVerified';
  readonly failure: Failure;

  constructor(ano: string, report: Report) {
    const [zh, en] = (['zh', 'en'] as const).map((language) => reasonIn(report, language));
    const traceId = newTraceId();
    super(`${ano} does not verify and is not sealed (trace ${traceId}). ${en}`);
    this.failure = {
      code: 'INTERNAL',
      said: message('seal.not-verified', { because: named({ zh: zh ?? '', en: en ?? '' }) }),
      traceId,
    };
  }
}

/** Digests by key that this process has just computed from the store, so these files aren't read again. */
export type KnownDigests = Map<string, Stored>;

/** From this size, the store hashes a file in threads instead of reading it through the virtual ZIP. */
const largeBytes = 4 * 2 ** 20;

async function digestOf(store: Store, file: StoredFile, known: Stored | undefined): Promise<Digests> {
  const found = known ?? (await store.digest(file.key));
  if (found.crc32 !== file.crc32) throw new Error(`${file.key} has another CRC-32 than it had.`);
  return found;
}

/**
 * Verifies evidence, tokens, signature and leaf with the installation's anchors, before anything is logged or charged.
 * @throws NotVerified
 */
export async function requireSealVerified(
  installation: Installation,
  ano: string,
  sealed: SealedParts,
  known: KnownDigests,
): Promise<void> {
  const { authority, store, anchors } = installation;
  const small = new Map([
    ...sealed.parts,
    [paths.sealChain, Buffer.from(chainPem(authority.seal.chain))],
    [paths.tsaChain, Buffer.from(chainPem(authority.tsa.chain))],
  ]);
  const parts = [
    ...sealed.data.map((file) => placed(store, file)),
    ...[...small].map(([name, bytes]) => ({
      name,
      size: bytes.length,
      crc32: crc32(bytes),
      content: bytesSource(bytes),
    })),
  ];
  const data = { store, files: sealed.data, known };
  await requirePassed(ano, { parts, data }, (source, options) => verifySealed(source, anchors, options));
}

/** Verifies a complete bundle from the files in the store, as `proofkeep verify` would verify its ZIP. @throws NotVerified */
export async function requireVerified(
  { store, anchors }: Installation,
  ano: string,
  { files, digests: known }: { files: readonly StoredFile[]; digests: KnownDigests },
): Promise<void> {
  const parts = files.map((file) => placed(store, file));
  await requirePassed(ano, { parts, data: { store, files, known } }, (source, options) =>
    verifyBundle(source, anchors, options),
  );
}

/**
 * Verifies the bundle whose certificate is at a place, reading every file from the store again. A missing file is a
 * finding. @throws StoreError if the store can't be read
 */
export async function verifyStored(
  { store, anchors }: Pick<Installation, 'store' | 'anchors'>,
  certifiedPlace: string,
): Promise<Report> {
  const files = await readIndex(store, certifiedPlace);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const whole = zipSource(files.map((file) => placed(store, file)));
  const unread: unknown[] = [];
  const noted = <T>(reading: Promise<T>) =>
    reading.catch((error: unknown) => {
      if (error instanceof StoreError && error.code !== 'STORE_MISSING') unread.push(error);
      throw error;
    });
  const digestsOf = (path: string) => {
    const file = byPath.get(path);
    return file && file.size >= largeBytes ? noted(store.digest(file.key)) : undefined;
  };
  const read = (offset: number, length: number) => noted(whole.read(offset, length));
  const report = await verifyBundle({ size: whole.size, read }, anchors, { digestsOf });
  if (unread.length > 0) throw unread[0];
  return report;
}

/** An unreadable part looks altered to the verifier; rethrows the read error instead, so that the job retries. */
async function requirePassed(
  ano: string,
  { parts, data }: { parts: PlacedPart[]; data: { store: Store; files: readonly StoredFile[]; known: KnownDigests } },
  verify: (source: Source, options: VerifyOptions) => Promise<Report>,
): Promise<void> {
  const byPath = new Map(data.files.map((file) => [file.path, file]));
  const whole = zipSource(parts.sort((a, b) => (a.name < b.name ? -1 : 1)));
  const unread: unknown[] = [];
  const noted = <T>(reading: Promise<T>) =>
    reading.catch((error: unknown) => {
      unread.push(error);
      throw error;
    });
  const digestsOf = (path: string) => {
    const file = byPath.get(path);
    const known = file && data.known.get(file.key);
    return file && (known || file.size >= largeBytes) ? noted(digestOf(data.store, file, known)) : undefined;
  };
  const read = (offset: number, length: number) => noted(whole.read(offset, length));
  const report = await verify({ size: whole.size, read }, { digestsOf });
  if (unread.length > 0) throw unread[0];
  if (report.verdict !== 'passed') throw new NotVerified(ano, report);
}

function reasonIn({ findings }: Report, language: 'zh' | 'en'): string {
  const words = wordsIn(language);
  return findings
    .filter(({ outcome, required }) => outcome === 'failed' || (required && outcome === 'not-checked'))
    .map((finding) => [words.check(finding.check), finding.subject, words.detail(finding)].filter(Boolean).join('  '))
    .join(language === 'zh' ? '；' : '; ');
}

const placed = (store: Store, { path, key, size, crc32 }: StoredFile): PlacedPart => ({
  name: path,
  size,
  crc32,
  content: { size, read: (offset, length) => rangeOf(store, key, offset, length) },
});

async function rangeOf(store: Store, key: string, offset: number, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await store.read(key, { start: offset, end: offset + length - 1 })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== length) throw new Error(`${key} is shorter than it was.`);
  return bytes;
}
