import { buffer } from 'node:stream/consumers';
import { bytesSource, DeedStatement, matterInstructions, matterPaths, zipSource } from '@proofkeep/bundle';
import { type KnownInput, sha256Hex, zipSize } from '@proofkeep/bundle/node';
import { type Authority, chainPem, signDetached } from '@proofkeep/seal';
import { type Anchors, lacksTimesOnly, type MatterReport, verifyMatter } from '@proofkeep/verify';
import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { DocumentSigner } from '../../kit/document-signer.ts';
import type { Log } from '../../log/log.ts';
import {
  currentLists,
  deedKey,
  findDeed,
  findEntries,
  findHeads,
  headKey,
  matterManifest,
  stampHead,
} from '../notarization/service.ts';
import { contentParts, documentParts, dropParts, entriesOf, keepParts, type PartDeps, type Parts } from './parts.ts';
import { findBundle, findUnbundled, insertBundle } from './store.ts';

export interface BundleDeps extends PartDeps {
  database: Database;
  log: Pick<Log, 'logged'>;
  authority: Pick<Authority, 'seal' | 'tsa' | 'logSigner'>;
  anchors: Anchors;
  signer: DocumentSigner;
  clock: () => Date;
  jobs: () => Pick<Jobs, 'send'>;
  /** Called for a matter whose bundle was already enqueued again and is still missing. */
  onUnbundled: (matter: { no: string; issuedAt: Date }) => void;
}

/** A bundle that doesn't verify here must not be released. */
class NotVerified extends Error {
  override name = 'NotVerified';

  constructor(no: string, { findings }: MatterReport) {
    const failed = findings.filter(({ outcome }) => outcome !== 'passed');
    super(
      `The bundle of ${no} does not verify: ${failed.map((one) => `${one.check} ${one.subject} ${one.detail}`).join('; ')}`,
    );
  }
}

/**
 * Whether the office may release a bundle: every check passes, except for times that can't be proven because of an
 * outage.
 */
export const mayHandOut = (report: MatterReport): boolean => report.verdict === 'passed' || lacksTimesOnly(report);

/**
 * Makes the bundle of an issued matter once log and timestamp cover its journal. Safe to run twice: the first to finish
 * wins. A crash before the row is committed leaves an unreferenced file.
 */
export async function makeBundle(deps: BundleDeps, matterId: string): Promise<void> {
  const { pool } = deps.database;
  const text = await findDeed(pool, matterId);
  if (text === undefined || (await findBundle(pool, matterId))) return;
  const statement = DeedStatement.parse(JSON.parse(text));
  const documents = await documentParts(pool, deps, matterId);
  const contents = await contentParts(pool, matterId);
  const listed = new Map([...documents, ...contents, ...(await proofParts(deps, matterId, text, statement))]);
  const manifest = await manifestOf(deps, matterId, { statement, listed });
  const parts = new Map([...listed, ...(await sealOf(deps, manifest))]);
  const entries = entriesOf(parts);
  const report = await verifyMatter(await sourceOf(entries), deps.anchors);
  if (!mayHandOut(report)) throw new NotVerified(statement.matter, report);
  const own = new Map([...parts].filter(([path]) => !documents.has(path)));
  const fileKey = await keepParts(deps, matterId, own);
  const row = { fileKey, manifestSha256: sha256Hex(manifest), sizeBytes: zipSize(entries), madeAt: deps.clock() };
  if (!(await insertBundle(pool, matterId, row))) await dropParts(deps, fileKey);
}

/** The bundle job retries for half a day. */
const givenUpMs = 12 * 3_600_000;

/** `resume-bundles` runs once a day. */
const resumedMs = givenUpMs + 24 * 3_600_000;

/** Enqueues the bundles of matters whose job gave up, for example after a fault that an update of the service fixed. */
export async function resumeBundles({ database, jobs, clock, onUnbundled }: BundleDeps): Promise<void> {
  const now = clock().getTime();
  for (const { id: matterId, no, issuedAt } of await findUnbundled(database.pool, new Date(now - givenUpMs))) {
    await jobs().send(database.pool, 'bundle-matter', { matterId });
    if (issuedAt.getTime() < now - resumedMs) onUnbundled({ no, issuedAt });
  }
}

/** The bundle as read by `verify`, from the entries as they are sent. */
const sourceOf = async (entries: readonly KnownInput[]) =>
  zipSource(
    await Promise.all(
      entries.map(async ({ name, size, crc32, read }) => {
        const content = bytesSource(await buffer(await read()));
        return { name, size, crc32, content };
      }),
    ),
  );

/**
 * Journal, statement and their proofs. Trust material is fetched before the token over all of it, so that no revocation
 * list is newer.
 */
async function proofParts(deps: BundleDeps, matterId: string, text: string, statement: DeedStatement): Promise<Parts> {
  const { database, log, authority } = deps;
  const { matter: no } = statement;
  await stampHead(deps, matterId);
  const entries = await findEntries(database.pool, matterId);
  const parts: Parts = new Map<string, Uint8Array>([
    [matterPaths.deed, Buffer.from(text)],
    [matterPaths.journal, Buffer.from(entries.map(({ entry }) => `${entry}\n`).join(''))],
    [matterPaths.deedInclusion, (await log.logged(deedKey(no))).proof],
  ]);
  const proofs = await Promise.all(entries.map(({ seq }) => log.logged(headKey(no, seq))));
  for (const [at, { seq }] of entries.entries())
    parts.set(matterPaths.entryInclusion(seq), proofs[at]?.proof ?? new Uint8Array());
  for (const { seq, token } of await findHeads(database.pool, matterId))
    if (seq <= entries.length) parts.set(matterPaths.entryToken(seq), token);
  const crls = await currentLists(database.pool, deps.signer);
  parts.set(matterPaths.crl, crls.issuing);
  parts.set(matterPaths.rootCrl, crls.root);
  parts.set(matterPaths.sealChain, Buffer.from(chainPem(authority.seal.chain)));
  parts.set(matterPaths.tsaChain, Buffer.from(chainPem(authority.tsa.chain)));
  parts.set(matterPaths.logKey, Buffer.from(`${authority.logSigner.vkey}\n`));
  parts.set(matterPaths.instructions, Buffer.from(matterInstructions(statement)));
  return parts;
}

async function manifestOf(
  { database, clock }: BundleDeps,
  matterId: string,
  { statement, listed }: { statement: DeedStatement; listed: Parts },
): Promise<Uint8Array> {
  const lines =
    Buffer.from(listed.get(matterPaths.journal) ?? [])
      .toString()
      .split('\n').length - 1;
  const head = (await findEntries(database.pool, matterId))[lines - 1]?.sha256 ?? '';
  const journal = { entries: lines, head };
  return matterManifest(statement, { createdAt: clock().toISOString(), journal, parts: listed });
}

async function sealOf({ authority, signer, clock }: BundleDeps, manifest: Uint8Array): Promise<Parts> {
  return new Map([
    [matterPaths.manifest, manifest],
    [matterPaths.token, await signer.token(Buffer.from(sha256Hex(manifest), 'hex'))],
    [matterPaths.signature, await signDetached(authority.seal, manifest, { claimedAt: clock() })],
  ]);
}
