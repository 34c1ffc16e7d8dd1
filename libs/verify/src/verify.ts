import {
  BundleError,
  Contents,
  Leaf,
  loadHashes,
  Manifest,
  openZip,
  paths,
  readSealed,
  type Source,
  toHex,
  type Zip,
} from '@proofkeep/bundle';
import type { Anchors } from './anchors.ts';
import { checkCertificate } from './certificate.ts';
import { checkLeaf, checkLog } from './log.ts';
import { checkContents, checkObjects } from './parts.ts';
import { tellRefusals } from './refusals.ts';
import type { Check, Finding, Report } from './report.ts';
import { verdictOf } from './report.ts';
import { checkRevocation, checkSignatures, checkTimestamps } from './signatures.ts';

/** What the checks share: the opened bundle, whom to believe, and what was found so far. */
export interface Context {
  zip: Zip;
  anchors: Anchors;
  sha256(...parts: Uint8Array[]): Uint8Array;
  sm3(...parts: Uint8Array[]): Uint8Array;
  manifest: Manifest;
  manifestBytes: Uint8Array;
  manifestSha256: string;
  note(check: Check, outcome: Finding['outcome'], o?: { subject?: string; detail?: string; required?: boolean }): void;
  /** Runs a check that throws when it fails; the error's message becomes the detail. */
  attempt(check: Check, subject: string, work: () => Promise<string>): Promise<void>;
  /** A small part whole; a missing one throws. */
  part(path: string): Promise<Uint8Array>;
  findings: readonly Finding[];
  /** Of the installation's own token, once that holds; what was signed is judged as of then. */
  stampedAt: Date | null;
  /** Of that token and of those of outside authorities that are believed. */
  stamps: Date[];
  logIndex: number | null;
}

const partLimit = 64 * 1024 * 1024;

/**
 * Checks a bundle against trust anchors, offline. Every check ends as a finding; nothing a bundle contains makes this throw.
 * Only reading the source itself may.
 */
export async function verifyBundle(source: Source, anchors: Anchors): Promise<Report> {
  const findings: Finding[] = [];
  const note: Context['note'] = (check, outcome, { subject = '', detail = '', required = true } = {}) => {
    findings.push({ check, subject, outcome, required, detail });
  };
  const hashes = await loadHashes();
  let zip: Zip;
  try {
    zip = await openZip(source);
    const names = [...zip.entries.keys()];
    const displaced = names.find((name, i) => i > 0 && name < (names[i - 1] as string));
    if (displaced) throw new BundleError('CONTAINER_INVALID', `${displaced}: it is out of order`, { entry: displaced });
    note('container', 'passed', { detail: `${zip.entries.size}` });
  } catch (error) {
    note('container', 'failed', { subject: entryOf(error), detail: messageOf(error) });
    return { verdict: 'failed', findings, facts: null };
  }

  let manifestBytes: Uint8Array;
  let manifest: Manifest;
  try {
    manifestBytes = await zip.bytes(paths.manifest, partLimit);
    manifest = readSealed(Manifest, manifestBytes, paths.manifest);
    note('manifest', 'passed', { subject: paths.manifest });
  } catch (error) {
    note('manifest', 'failed', { subject: paths.manifest, detail: messageOf(error) });
    return { verdict: 'failed', findings, facts: null };
  }

  const context: Context = {
    zip,
    anchors,
    ...hashes,
    manifest,
    manifestBytes,
    manifestSha256: toHex(hashes.sha256(manifestBytes)),
    note,
    async attempt(check, subject, work) {
      try {
        note(check, 'passed', { subject, detail: await work() });
      } catch (error) {
        note(check, 'failed', { subject, detail: messageOf(error) });
      }
    },
    part: (path) => zip.bytes(path, partLimit),
    findings,
    stampedAt: null,
    stamps: [],
    logIndex: null,
  };
  for (const check of [
    checkObjects,
    checkContents,
    checkTimestamps,
    checkSignatures,
    tellRefusals,
    checkLeaf,
    checkLog,
    checkRevocation,
    checkCertificate,
    checkOrder,
    nameManifest,
  ])
    await check(context);
  return { verdict: verdictOf(findings), findings, facts: factsOf(context) };
}

export const readLeaf = async (context: Context): Promise<Leaf> =>
  readSealed(Leaf, await context.part(paths.leaf), paths.leaf);

export const readContents = async (context: Context): Promise<Contents> =>
  readSealed(Contents, await context.part(paths.contents), paths.contents);

/** Clocks of recorder and authority may differ by this much. */
const toleranceMs = 5 * 60_000;
/** Nothing that is done to seal a capture takes longer: what claims to be older than that was not stamped when it was made. */
const longestMs = 60 * 60_000;

/** The manifest's times are claims; those of the tokens bound them on both sides. */
async function checkOrder({ manifest, stamps, note }: Context): Promise<void> {
  const [started, ended, created] = [manifest.capture.startedAt, manifest.capture.endedAt, manifest.createdAt].map(
    (time) => Date.parse(time),
  ) as [number, number, number];
  const isLate = (from: number, to: number) => to - from > longestMs;
  const stampedMs = stamps.map((stamp) => stamp.getTime());
  let detail = '';
  if (ended < started || created < ended || stampedMs.some((stamped) => stamped < created - toleranceMs))
    detail = 'captured, sealed and stamped in an order that cannot be';
  else if (isLate(started, ended) || isLate(ended, created) || stampedMs.some((stamped) => isLate(created, stamped)))
    detail = 'more than an hour lies between capture, seal and stamp';
  note('order', detail ? 'failed' : 'passed', { subject: paths.manifest, detail });
}

/**
 * Signature, timestamp, log entry and list each say which manifest is theirs. When two of them say another, it is the
 * manifest that was altered and not they.
 */
async function nameManifest(context: Context): Promise<void> {
  const speakers = new Set(['manifest-signature', 'timestamp', 'leaf', 'contents']);
  const against = context.findings.filter(({ check, outcome }) => speakers.has(check) && outcome === 'failed');
  if (against.length >= 2)
    context.note('manifest', 'failed', { subject: paths.manifest, detail: 'it is not the one that was sealed' });
}

function factsOf({ manifest, manifestSha256, stampedAt, logIndex }: Context): Report['facts'] {
  return {
    ano: manifest.ano,
    requestedUrl: manifest.subject.requestedUrl,
    title: manifest.subject.title,
    capturedAt: manifest.capture.startedAt,
    captureState: manifest.capture.state,
    missing: manifest.capture.missing,
    manifestSha256,
    stampedAt: stampedAt?.toISOString() ?? null,
    logIndex,
  };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const entryOf = (error: unknown): string => (error instanceof BundleError ? (error.entry ?? '') : '');
