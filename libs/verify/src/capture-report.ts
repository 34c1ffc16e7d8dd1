import {
  agreedReading,
  ClockRecord,
  canonicalText,
  isCaptured,
  type LiveManifest,
  type Manifest,
  type PageManifest,
  paths,
  secondPath,
} from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';

/**
 * Lists the claims that manifest and report share, in the manifest's terms; `whenNull` replaces a null member of the
 * report.
 */
function claimsOf({
  ano,
  subject,
  capture,
}: PageManifest | LiveManifest): [member: string, expected: unknown, whenNull?: unknown][] {
  return [
    ['captureId', ano],
    ['state', capture.state],
    ['startedAt', capture.startedAt],
    ['endedAt', capture.endedAt],
    ['page.requestedUrl', subject.requestedUrl],
    ['page.finalUrl', subject.finalUrl, subject.requestedUrl],
    ['page.title', subject.title, ''],
    ['environment.tool', capture.tool],
    ['environment.toolVersion', capture.toolVersion],
    ['environment.browser', capture.browser],
    ['environment.isolation', capture.isolation],
    ['environment.clock.before', capture.clock.before],
    ['environment.clock.after', capture.clock.after],
    ['missing.length', capture.missing],
  ];
}

/** Checks that the report exists and agrees with the manifest about the capture. */
export async function checkReport({ manifest, note, part }: Context): Promise<void> {
  if (!isCaptured(manifest)) return;
  const subject = paths.report;
  try {
    if (!manifest.objects.some(({ path }) => path === subject)) throw problem('missing');
    const report = jsonOf(await part(subject));
    for (const [member, expected, whenNull] of claimsOf(manifest)) {
      const found = memberOf(report, member) ?? whenNull ?? null;
      if (textOf(found) !== textOf(expected))
        throw problem('report-differs', { member, found: textOf(found), expected: textOf(expected) });
    }
    note('report', 'passed', { subject });
  } catch (error) {
    note('report', 'failed', { subject, detail: detailOf(error) });
  }
}

/** Checks that the manifest's statement on the recorder's clock follows from the preserved packets. */
export async function checkClock({ manifest, note, part }: Context): Promise<void> {
  if (!isCaptured(manifest)) return;
  const subject = paths.clock;
  const { before, after } = manifest.capture.clock;
  const isThere = manifest.objects.some(({ path }) => path === subject);
  if (!isThere && before === null && after === null) return;
  try {
    if (!isThere) throw problem('missing');
    const record = ClockRecord.safeParse(jsonOf(await part(subject)));
    if (!record.success) throw problem('not-json');
    const agreed = { before: agreedReading(record.data.before), after: agreedReading(record.data.after) };
    if (textOf(agreed) !== textOf({ before, after })) throw problem('clock-differs');
    note('clock', 'passed', { subject });
  } catch (error) {
    note('clock', 'failed', { subject, detail: detailOf(error) });
  }
}

/**
 * Lists what only the digest of its file covers: members of the report, and pictures, text, document and journals as a
 * whole.
 */
export async function listUncompared({ manifest, note }: Context): Promise<void> {
  if (!isCaptured(manifest)) return;
  const ofRecord = [paths.report, paths.record, paths.clock, paths.product];
  const hasSecond = manifest.kind !== 'live' && manifest.second?.state === 'captured';
  const compared: readonly string[] = [
    ...ofRecord,
    ...(hasSecond ? [paths.comparison, ...ofRecord.map(secondPath)] : []),
    ...(manifest.kind === 'live' ? [paths.recording, paths.events, paths.chunks, paths.heads] : []),
  ];
  const subject = paths.report;
  if (manifest.objects.some(({ path }) => path === subject))
    note('uncompared', 'not-checked', { subject, required: false, detail: detail('uncompared-report') });
  const count = manifest.objects.filter(({ path }) => !compared.includes(path)).length;
  if (count > 0)
    note('uncompared', 'not-checked', {
      subject: paths.dataFolder,
      required: false,
      detail: detail('uncompared-files', { count }),
    });
}

/** Whether the node of a live session was lost, according to its report. */
export async function isSessionLost({ kind }: Manifest, part: Context['part']): Promise<boolean> {
  if (kind !== 'live') return false;
  const report = await part(paths.report)
    .then(jsonOf)
    .catch(() => null); // Its own check then fails.
  return memberOf(report, 'session.endedBecause') === 'lost';
}

/** @throws Problem not-json */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw problem('not-json');
  }
}

/** Reads a member of an untrusted JSON value; undefined if absent. */
export const memberOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, name)
          ? (found as Record<string, unknown>)[name]
          : undefined,
      value,
    );

const shown = 300;
/** Renders a value for comparison and display: text unchanged, anything else as canonical JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return canonicalText(value ?? null);
  } catch {
    return String(JSON.stringify(value)).slice(0, shown);
  }
}
