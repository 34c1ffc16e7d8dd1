import { canonicalBytes, JournalEntry, type MatterHeadLeaf, matterPaths, readSealed, toHex } from '@proofkeep/bundle';
import { checkNotUndone, checkTimestamp, parseTimestamp, verifyTimestamp } from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import { checkCheckpoint, provenIn } from '../log.ts';
import { believe } from '../signatures.ts';
import { listsOf, type MatterContext } from './context.ts';
import { recordOf } from './record.ts';

const lineFeed = 10;

/** Checks that each journal entry has the digest of the previous one, up to the manifest's head. */
export async function checkJournal(context: MatterContext): Promise<void> {
  const { note, part, sha256, manifest, entries } = context;
  const subject = matterPaths.journal;
  try {
    let previous: string | null = null;
    const { entries: expected, head } = manifest.journal;
    const lines = linesOf(await part(subject));
    if (lines.length !== expected) throw problem('journal-length', { found: lines.length, expected });
    for (const bytes of lines) {
      const seq: number = entries.length + 1;
      const entry = entryIn(bytes, seq);
      if (entry.seq !== seq || entry.matter !== manifest.matter || entry.previous !== previous)
        throw problem('journal-broken', { entry: seq });
      previous = toHex(sha256(bytes));
      entries.push({ entry, bytes, sha256: previous });
    }
    if (previous !== head) throw problem('journal-broken', { entry: expected });
    context.record = recordOf(entries.map(({ entry }) => entry));
    note('journal', 'passed', { subject, detail: detail('journal-entries', { count: expected }) });
  } catch (error) {
    note('journal', 'failed', { subject, detail: detailOf(error) });
  }
}

function entryIn(bytes: Uint8Array, seq: number): JournalEntry {
  try {
    return readSealed(JournalEntry, bytes, matterPaths.journal);
  } catch {
    throw problem('journal-broken', { entry: seq });
  }
}

/** Every line ends with a line feed. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) throw problem('journal-broken', { entry: lines.length + 1 });
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

/** Checks that the digest of every entry is in the log, which shows later changes. */
export async function checkJournalLog(context: MatterContext): Promise<void> {
  const { note, part, entries } = context;
  let isWhole = true;
  for (const [at, { sha256 }] of entries.entries()) {
    const subject = matterPaths.entryInclusion(at + 1);
    try {
      const leaf = canonicalBytes({ v: 1, type: 'proofkeep-matter-head', sha256 } satisfies MatterHeadLeaf);
      const { checkpoint } = await provenIn(context, await part(subject), leaf);
      await checkCheckpoint(context, { subject, checkpoint, logKey: matterPaths.logKey });
    } catch (error) {
      isWhole = false;
      note('journal-log', 'failed', { subject, detail: detailOf(error) });
    }
  }
  if (isWhole && entries.length > 0)
    note('journal-log', 'passed', {
      subject: matterPaths.journal,
      detail: detail('journal-logged', { count: entries.length }),
    });
}

/** Checks the timestamps over entries. The last entry must have one, which dates everything before it. */
export async function checkJournalTimestamps(context: MatterContext): Promise<void> {
  const { note, part, anchors, entries, zip } = context;
  for (const [at, { bytes }] of entries.entries()) {
    const subject = matterPaths.entryToken(at + 1);
    if (!zip.entries.has(subject)) {
      if (at === entries.length - 1)
        note('journal-timestamp', 'failed', { subject, detail: detail('journal-unstamped') });
      continue;
    }
    try {
      const timestamp = await parseTimestamp(await part(subject));
      await checkTimestamp(timestamp, bytes);
      context.stamps.push({ seq: at + 1, at: timestamp.at });
      const verify = async () => {
        const path = await verifyTimestamp(timestamp, { content: bytes, roots: anchors.roots });
        await checkNotUndone(path, await listsOf(context), timestamp.at);
        return path;
      };
      await believe(context, 'journal-timestamp', subject, timestamp.signed.certificates, verify, { at: timestamp.at });
    } catch (error) {
      note('journal-timestamp', 'failed', { subject, detail: detailOf(error) });
    }
  }
}
