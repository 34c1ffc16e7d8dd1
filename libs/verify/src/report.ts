import type { Manifest } from '@proofkeep/bundle';
import type { Detail, DetailCode } from './details.ts';

/** What was looked at, in the order in which it is told. */
export const checks = [
  'container',
  'manifest',
  'object',
  'report',
  'clock',
  'record',
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
  'manifest-signature',
  'contents-signature',
  'outside-refusal',
  'leaf',
  'inclusion',
  'checkpoint',
  'revocation',
  'order',
] as const;
export type Check = (typeof checks)[number];

export interface Finding {
  check: Check;
  /** Path of the part it is about; empty when it is about the whole. */
  subject: string;
  outcome: 'passed' | 'failed' | 'not-checked';
  /** A required check that is not passed keeps the verdict from being better than itself. */
  required: boolean;
  /** What was found, or why not, by its code in `details.ts`; null where there is nothing to add. */
  code: DetailCode | null;
  /** What fills the gaps of its sentence. */
  args: Detail['args'];
  /** The sentence in English, for a reader without that table. */
  detail: string;
}

export type Verdict = Finding['outcome'];

export interface Report {
  verdict: Verdict;
  findings: Finding[];
  /** From the sealed manifest; null when it could not be read. */
  facts: {
    ano: string;
    requestedUrl: string;
    title: string;
    /** Null where the command line captured. */
    applicant: Manifest['applicant'];
    operator: Manifest['capture']['operator'];
    capturedAt: string;
    captureState: 'complete' | 'partial';
    /** Resources that the capture itself says are missing. */
    missing: number;
    manifestSha256: string;
    stampedAt: string | null;
    logIndex: number | null;
  } | null;
}

/** Never better than the weakest required check; a failure of any check is a failure. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.length === 0 || findings.some((finding) => finding.outcome === 'failed')) return 'failed';
  const open = findings.some((finding) => finding.required && finding.outcome === 'not-checked');
  return open ? 'not-checked' : 'passed';
}
