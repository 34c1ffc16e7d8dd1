import { Contents, Manifest, paths, readSealed } from '@proofkeep/bundle';
import { PassingDigest } from '@proofkeep/bundle/node';
import type { Installation } from '../../../installation.ts';
import { type Store, StoreError } from '../../../store/store.ts';
import { leasePlace, readIndex, type StoredFile } from '../../evidence/service.ts';
import { findAttestation } from '../store.ts';
import { type CertifiedRow, certifiedAfter, withCertifyLock } from './store.ts';
import { unknownEvidence } from './unknown-evidence.ts';

/**
 * A fault of the evidence: a file is missing, altered, unreadable, or not retained long enough. `unknown` is not
 * damage: the store has evidence that the database doesn't know.
 */
export interface StoreProblem {
  ano: string;
  /** Key of a file, or a prefix. */
  key: string;
  problem: 'missing' | 'altered' | 'unreadable' | 'unretained' | 'unknown';
  /** The finding, in English. */
  detail: string;
}

export interface StoreReport {
  attestations: number;
  files: number;
  bytes: number;
  /** Number of problems, not counting `unknown`. */
  problems: number;
  unknown: number;
}

const pageSize = 100;

/**
 * Reads all certified evidence again and compares it with what was sealed: the manifest with its digest in the
 * database, the captured files with the manifest, the proofs with the signed list of contents, and all of them with the
 * index of the bundle. Then looks for evidence that only the store knows. Reports each problem at once and continues.
 * Changes nothing.
 */
export async function checkStore(
  { database, store }: Pick<Installation, 'database' | 'store'>,
  onProblem: (problem: StoreProblem) => void,
): Promise<StoreReport> {
  const report: StoreReport = { attestations: 0, files: 0, bytes: 0, problems: 0, unknown: 0 };
  const note = (problem: StoreProblem) => {
    if (problem.problem === 'unknown') report.unknown++;
    else report.problems++;
    onProblem(problem);
  };
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows = await certifiedAfter(database.pool, last, pageSize);
    for (const row of rows) {
      await checkOne(store, row, report, note);
      await checkRetention({ database, store }, row, note);
      report.attestations++;
    }
    last = rows.at(-1)?.ano;
  }
  for await (const found of unknownEvidence(database.pool, store)) note({ ...found, problem: 'unknown' });
  return report;
}

/** The store must refuse removal at least until the time in the database. */
async function checkRetention(
  { database, store }: Pick<Installation, 'database' | 'store'>,
  { ano, fence, retainedUntil }: CertifiedRow,
  onProblem: (problem: StoreProblem) => void,
): Promise<void> {
  // A running certification may still set it.
  const wanted =
    retainedUntil ??
    (await withCertifyLock(database, ano, () => findAttestation(database.pool, ano)))?.retainedUntil ??
    undefined;
  const key = leasePlace({ ano, fence });
  const until = await store.retainedUntil(key);
  if (wanted && until && until >= wanted) return;
  const say = (time: Date | undefined) => time?.toISOString() ?? 'no time';
  const detail = `the database says ${say(wanted)}, the store ${say(until)}`;
  onProblem({ ano, key, problem: 'unretained', detail });
}

async function checkOne(
  store: Store,
  row: CertifiedRow,
  report: StoreReport,
  onProblem: (problem: StoreProblem) => void,
): Promise<void> {
  const { ano } = row;
  const place = leasePlace(row);
  const note = (key: string, problem: StoreProblem['problem'], detail: string) =>
    onProblem({ ano, key, problem, detail });
  try {
    const wanted = await wantedOf(store, row);
    for (const file of await readIndex(store, row.certifiedPlace)) {
      const sha256 = wanted.get(file.path);
      wanted.delete(file.path);
      report.bytes += await checkFile(store, { ...file, sha256: sha256 ?? file.sha256 }, note);
      report.files++;
    }
    for (const path of wanted.keys()) note(`${place}${path}`, 'missing', 'it is not packed into the bundle');
  } catch (error) {
    // One of the lists can't be read.
    if (!(error instanceof Error)) throw error;
    note(row.certifiedPlace, 'unreadable', error.message);
  }
}

/** The sealed SHA-256 of each part of the bundle by path, derived from the digest in the database. */
async function wantedOf(store: Store, { ano, fence, certifiedPlace, manifestSha256 }: CertifiedRow) {
  const manifest = readSealed(
    Manifest,
    await store.bytes(`${leasePlace({ ano, fence })}${paths.manifest}`),
    paths.manifest,
  );
  const contents = readSealed(Contents, await store.bytes(`${certifiedPlace}${paths.contents}`), paths.contents);
  if (contents.manifestSha256 !== manifestSha256) throw new Error(`${paths.contents} is of another manifest.`);
  return new Map([
    [paths.manifest as string, manifestSha256],
    ...manifest.objects.map(({ path, sha256 }) => [path, sha256] as const),
    ...contents.files.map(({ path, sha256 }) => [path, sha256] as const),
  ]);
}

/** @returns how many bytes were read */
async function checkFile(
  store: Store,
  { key, sha256, size, crc32 }: StoredFile,
  note: (key: string, problem: StoreProblem['problem'], detail: string) => void,
): Promise<number> {
  const passing = new PassingDigest();
  try {
    for await (const chunk of await store.read(key)) passing.update(chunk);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') note(key, 'missing', error.message);
    else note(key, 'unreadable', error instanceof Error ? error.message : String(error));
    return passing.size;
  }
  const found = passing.digest();
  if (found.sha256 !== sha256 || found.size !== size || found.crc32 !== crc32)
    note(key, 'altered', `${found.size} bytes, SHA-256 ${found.sha256}; sealed were ${size}, ${sha256}`);
  return found.size;
}
