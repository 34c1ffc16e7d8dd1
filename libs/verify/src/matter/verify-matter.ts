import { loadHashes, MatterManifest, matterPaths, openZip, readSealed, type Source, toHex } from '@proofkeep/bundle';
import type { Anchors } from '../anchors.ts';
import { detail, detailOf, problem } from '../details.ts';
import { type Finding, noteInto, verdictOf } from '../report.ts';
import { checkContents } from './contents.ts';
import type { MatterContext } from './context.ts';
import { checkDeed } from './deed.ts';
import { checkDocuments } from './documents.ts';
import { checkJournal, checkJournalLog, checkJournalTimestamps } from './journal.ts';
import type { MatterReport } from './matter-report.ts';
import { checkMatterParts } from './parts.ts';
import { checkRecordings } from './recordings.ts';
import { checkMatterSeal } from './seal.ts';
import { checkJournalTimes } from './times.ts';
import { withheldOf } from './withheld.ts';

const partLimit = 64 * 1024 * 1024;

/**
 * Checks the bundle of a notarization matter (docs/formats/matter.md) against trust anchors, offline. Every check ends as a
 * finding; nothing in a bundle makes this throw. Only reading the source itself may throw.
 */
export async function verifyMatter(source: Source, anchors: Anchors): Promise<MatterReport> {
  const findings: Finding[] = [];
  const note = noteInto(findings);
  const { sha256 } = await loadHashes();
  const context = await opened(source, { note, anchors, sha256, findings });
  if (!context) return { verdict: 'failed', findings, matter: null };
  await checkMatterParts(context);
  await checkMatterSeal(context);
  await checkJournal(context);
  await checkJournalLog(context);
  await checkJournalTimestamps(context);
  checkJournalTimes(context);
  await checkContents(context);
  await checkRecordings(context);
  await checkDeed(context);
  await checkDocuments(context);
  checkTimes(context);
  return { verdict: verdictOf(findings), findings, matter: factsOf(context) };
}

/** Opens container and manifest. @returns null if one of them can't be read, which is a finding */
async function opened(
  source: Source,
  o: Pick<MatterContext, 'note' | 'anchors' | 'sha256' | 'findings'>,
): Promise<MatterContext | null> {
  let subject = '';
  try {
    const zip = await openZip(source);
    const names = [...zip.entries.keys()];
    const displaced = names.find((name, i) => i > 0 && name < (names[i - 1] as string));
    if (displaced) throw problem('out-of-order', { entry: displaced });
    o.note('container', 'passed', { detail: detail('parts', { count: zip.entries.size }) });
    subject = matterPaths.manifest;
    const part = (path: string) => zip.bytes(path, partLimit);
    const manifestBytes = await part(subject);
    const manifest = readSealed(MatterManifest, manifestBytes, subject);
    o.note('manifest', 'passed', { subject });
    const found = { entries: [], stamps: [], record: null, handwriting: new Map(), signers: [] };
    return {
      ...o,
      ...found,
      zip,
      part,
      manifest,
      manifestBytes,
      stampedAt: null,
      deed: null,
      logIndex: null,
      lists: null,
    };
  } catch (error) {
    o.note(subject === '' ? 'container' : 'manifest', 'failed', { subject, detail: detailOf(error) });
    return null;
  }
}

/** Maximum clock difference between the service and its timestamp authority. */
const toleranceMs = 5 * 60_000;
/** Making a bundle never takes longer: if its manifest claims to be older, it was not timestamped when it was made. */
const longestMs = 60 * 60_000;

/** Checks that the journal ends before the manifest was made, and that the manifest's timestamp followed at once. */
function checkTimes({ manifest, entries, stampedAt, note }: MatterContext): void {
  const subject = matterPaths.manifest;
  const created = Date.parse(manifest.createdAt);
  const isLater = entries.some(({ entry }) => Date.parse(entry.at) > created + toleranceMs);
  const stamped = stampedAt?.getTime();
  if (isLater || (stamped !== undefined && stamped < created - toleranceMs))
    note('order', 'failed', { subject, detail: detail('order-impossible') });
  else if (stamped !== undefined && stamped - created > longestMs)
    note('order', 'failed', { subject, detail: detail('order-late') });
  else if (stamped === undefined) note('order', 'not-checked', { subject, detail: detail('order-unproven') });
  else note('order', 'passed', { subject });
}

function factsOf(context: MatterContext): MatterReport['matter'] {
  const { manifest, manifestBytes, deed, stampedAt, logIndex, sha256 } = context;
  if (!deed) return null;
  const { documents, issuedAt } = deed.statement;
  return {
    no: manifest.matter,
    deedNo: manifest.deedNo,
    office: manifest.office,
    issuedAt,
    documents: documents.map(({ kind, version, sha256: digest }) => ({ kind, version, sha256: digest })),
    entries: manifest.journal.entries,
    signers: context.signers,
    withheld: withheldOf(context),
    manifestSha256: toHex(sha256(manifestBytes)),
    stampedAt: stampedAt?.toISOString() ?? null,
    logIndex,
  };
}
