import {
  type DeviceManifest,
  type FileList,
  Manifest,
  type ManifestObject,
  type Operator,
  paths,
  segmentsFolder,
} from '@proofkeep/bundle';
import type { Artifact, CaptureReport, ClockOffset, SessionFacts } from '@proofkeep/contract';
import type { Installation } from '../../../installation.ts';
import { tool } from '../../../kit/tool.ts';
import type { Lease } from '../../evidence/service.ts';
import type { SecondEvidence } from '../second/add-second.ts';
import type { Submitter } from '../submitting/submitter.ts';

/** Evidence to be sealed: the result of a lease, or submitted files. Its files are in the store, at `dataPlace`. */
export type Evidence = Captured | Submitted;
/** Received content, in contrast to captured content. */
export type Submitted = SubmittedFiles | SubmittedRecording;

interface Common extends Lease {
  /** Paths below `data/`. */
  artifacts: readonly Pick<Artifact, 'path' | 'size' | 'mediaType' | 'sha256' | 'sm3'>[];
  submitter: Submitter;
  /** `preview`: the holder decides before certification. */
  next: 'preview' | 'sealing';
}

/** A captured page, or a live session. */
export interface Captured extends Common {
  kind: 'page' | 'ecommerce' | 'live';
  report: CaptureReport;
  /** The recorder's clock minus this server's; null if it is the same clock. */
  clock: ClockOffset | null;
  /**
   * The record from another place, or why there is none; absent unless one was requested. Its files are among
   * `artifacts`.
   */
  second?: SecondEvidence | undefined;
}

/** Files that a user uploaded, or only their digests. */
export interface SubmittedFiles extends Common {
  kind: 'files' | 'digests';
  title: string;
  files: FileList['files'];
}

/** Content that a device recorded and signed. */
export interface SubmittedRecording extends Common {
  kind: 'device';
  title: string;
  device: DeviceManifest['device'];
}

/** Builds the manifest after all files have been read and compared with `artifacts`. */
export function manifestOf(evidence: Evidence, installation: Installation): Manifest {
  const objects: ManifestObject[] = evidence.artifacts
    .map(({ path, size, mediaType, sha256, sm3 }) => ({
      path: `${paths.dataFolder}${path}`,
      size,
      mediaType,
      sha256,
      sm3,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const createdAt = new Date().toISOString();
  return Manifest.parse({
    v: 2,
    type: 'proofkeep-manifest',
    ano: evidence.ano,
    salt: installation.random(32).toString('hex'),
    createdAt,
    clock: installation.clock.comparison().outside,
    applicant: evidence.submitter.applicant,
    ...membersOf(evidence, createdAt),
    objects,
  } satisfies Manifest);
}

function membersOf(evidence: Evidence, examinedAt: string) {
  if (evidence.kind === 'device') return deviceMembers(evidence, examinedAt);
  return 'report' in evidence ? pageMembers(evidence) : fileMembers(evidence, examinedAt);
}

function pageMembers({ kind, report, submitter, clock, second }: Captured) {
  return {
    ...(kind === 'live' ? { kind, recording: recordingOf(report.session) } : { kind }),
    ...recordMembers({ report, clock }, submitter.operator),
    ...(second && kind !== 'live' && { second: secondMember(second, submitter.operator) }),
  };
}

function secondMember(second: SecondEvidence, operator: Operator) {
  if (second.state === 'failed') return second;
  const { state, from, place } = second;
  const { subject, capture } = recordMembers(second, operator);
  const { operator: _of, ...captured } = capture;
  return { state, from, place, subject, capture: captured };
}

/** Facts of one record for the manifest. */
function recordMembers({ report, clock }: Pick<Captured, 'report' | 'clock'>, operator: Operator) {
  const { environment, page } = report;
  if (!environment || report.state === 'failed') throw new Error('A failed capture is never sealed.');
  return {
    subject: { requestedUrl: page.requestedUrl, finalUrl: page.finalUrl ?? page.requestedUrl, title: page.title ?? '' },
    capture: {
      state: report.state,
      startedAt: report.startedAt,
      endedAt: report.endedAt,
      tool: environment.tool,
      toolVersion: environment.toolVersion,
      browser: environment.browser,
      isolation: environment.isolation,
      clock: { ...environment.clock, sealer: clock },
      operator,
      missing: report.missing.length,
    },
  };
}

function recordingOf(session: SessionFacts | undefined) {
  if (!session) throw new Error('A session without a recording is never sealed.');
  const { startedAt, endedAt, frames, events, chunks, head } = session;
  return { startedAt, endedAt, frames, events, chunks, head };
}

function deviceMembers({ kind, title, device, artifacts, submitter }: SubmittedRecording, examinedAt: string) {
  const folder = segmentsFolder.slice(paths.dataFolder.length);
  const bytes = artifacts.reduce((sum, { path, size }) => (path.startsWith(folder) ? sum + size : sum), 0);
  return { kind, subject: { title, bytes }, device, receipt: receiptOf(submitter, examinedAt) };
}

const receiptOf = ({ operator }: Submitter, examinedAt: string) => ({
  examinedAt,
  tool: tool.name,
  toolVersion: tool.version,
  operator,
});

function fileMembers({ kind, title, files, submitter }: SubmittedFiles, examinedAt: string) {
  const bytes = files.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0);
  return {
    kind,
    subject: { title, files: files.length, bytes },
    receipt: receiptOf(submitter, examinedAt),
  };
}
