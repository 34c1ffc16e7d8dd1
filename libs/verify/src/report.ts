import type { Manifest, Operator } from '@proofkeep/bundle';
import { type Detail, type DetailCode, detailText } from './details.ts';

/** All checks, in the order of the report; from `journal` on they belong to a notarization matter. */
export const checks = [
  'container',
  'manifest',
  'object',
  'report',
  'clock',
  'record',
  'product',
  'second',
  'comparison',
  'recording',
  'heads',
  'files',
  'segments',
  'gaps',
  'device-word',
  'uncompared',
  'contents',
  'part',
  'unlisted',
  'timestamp',
  'outside-timestamp',
  'outside-revocation',
  'certificate',
  'certificate-timestamp',
  'certificate-manifest',
  'certificate-data',
  'later-changes',
  'evidence',
  'manifest-signature',
  'contents-signature',
  'outside-refusal',
  'custody',
  'leaf',
  'inclusion',
  'checkpoint',
  'revocation',
  'order',
  'journal',
  'journal-log',
  'journal-timestamp',
  'journal-time',
  'handwriting',
  'consent',
  'session-recording',
  'document',
  'document-signature',
  'seal-picture',
  'deed',
] as const;
/** Name of a check. */
export type Check = (typeof checks)[number];

/** The outcome of one check for one part. */
export interface Finding {
  check: Check;
  /** Path of the part; empty for the whole bundle. */
  subject: string;
  outcome: 'passed' | 'failed' | 'not-checked';
  /** A required check limits the verdict: it is never better than this outcome. */
  required: boolean;
  /** Code of the sentence in `details/`; null if there is nothing to add. */
  code: DetailCode | null;
  /** Arguments for the placeholders of the sentence. */
  args: Detail['args'];
  /** The sentence in English, for readers without that table. */
  detail: string;
}

/** The overall outcome of a verification. */
export type Verdict = Finding['outcome'];

/** The result of verifying a bundle. */
export interface Report {
  verdict: Verdict;
  findings: Finding[];
  /** From the sealed manifest; null when it could not be read. */
  facts: {
    ano: string;
    kind: Manifest['kind'];
    title: string;
    /** Null for captures from the command line. */
    applicant: Manifest['applicant'];
    operator: Operator;
    /** Null unless a page was captured or a live session recorded. */
    capture: {
      requestedUrl: string;
      startedAt: string;
      state: 'complete' | 'partial';
      /** Number of resources that the capture reports as missing. */
      missing: number;
    } | null;
    /** The record from another place; null unless one was requested. Places are the operator's word. */
    second: {
      state: 'captured' | 'failed';
      from: string | null;
      place: string | null;
      startedAt: string | null;
    } | null;
    /** Null unless a live session was recorded. */
    recording: { startedAt: string; endedAt: string; frames: number; events: number } | null;
    /** Null unless files or digests were submitted; `bytes` is null if a size was not stated. */
    files: { examinedAt: string; count: number; bytes: number | null } | null;
    /** Null unless a device recorded; its times are the device's own claims. */
    device: {
      name: string;
      key: string;
      claimedFrom: string;
      claimedUntil: string;
      segments: number;
      held: number;
    } | null;
    manifestSha256: string;
    stampedAt: string | null;
    logIndex: number | null;
  } | null;
}

/** Makes one finding. */
export type Note = (
  check: Check,
  outcome: Finding['outcome'],
  o?: { subject?: string; detail?: Detail; required?: boolean },
) => void;

/** Returns the function that adds findings to a list. */
export const noteInto =
  (findings: Finding[]): Note =>
  (check, outcome, { subject = '', detail: found, required = true } = {}) => {
    const { code = null, args = {} } = found ?? {};
    findings.push({ check, subject, outcome, required, code, args, detail: found ? detailText(found, 'en') : '' });
  };

/** Returns the worst outcome of the required checks; any failed check, required or not, is a failure. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.length === 0 || findings.some((finding) => finding.outcome === 'failed')) return 'failed';
  const open = findings.some((finding) => finding.required && finding.outcome === 'not-checked');
  return open ? 'not-checked' : 'passed';
}
