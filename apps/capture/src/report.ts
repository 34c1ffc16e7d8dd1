import {
  CaptureReport,
  type CaptureStep,
  type Failure,
  isOwnFault,
  type Message,
  message,
  named,
  type SessionFacts,
  type StepOutcome,
  stepWords,
} from '@proofkeep/contract';
import { alterationsOf } from './alterations.ts';
import type { Capture } from './capture.ts';
import { traceId } from './faults.ts';
import { pageFacts } from './page/facts.ts';

/** Judges the capture as a whole, writes `report.json` as the last artifact and notifies the caller. */
export async function writeReport(capture: Capture, steps: StepOutcome[]): Promise<CaptureReport> {
  const record = capture.record.peek();
  const failure = failureOf(capture, steps);
  const report = capture.secrets.redactReport(
    CaptureReport.parse({
      captureId: capture.job.captureId,
      state: failure ? 'failed' : isComplete(capture, steps) ? 'complete' : 'partial',
      failure: failure && { code: failure.code, said: failure.said, ...(isOwnFault(failure.code) && { traceId }) },
      startedAt: capture.startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      page: pageFacts(capture),
      environment: capture.environment,
      steps,
      resources: record?.resources ?? { total: 0, whole: 0, bytes: 0 },
      missing: record?.missing ?? [],
      limits: capture.limitsReached,
      block: capture.block,
      alterations: alterationsOf(capture),
      ...(capture.links && { links: capture.links }),
      ...sessionMember(capture),
    } satisfies CaptureReport),
  );
  await capture.sink.put(
    'report',
    'report.json',
    'application/json',
    Buffer.from(`${JSON.stringify(report, null, 2)}\n`),
  );
  capture.emit({ type: 'report', report });
  return report;
}

/** Report of a live session for the case that its node is lost now; the service completes it from the recording. */
export function reportOfBegun(capture: Capture, startedAt: Date): CaptureReport {
  const { job } = capture;
  if (!job.session) throw new Error('The job is no session.');
  const at = startedAt.toISOString();
  const session: SessionFacts = {
    device: job.session.device,
    startedAt: at,
    endedAt: at,
    endedBecause: 'lost',
    frames: 0,
    events: 0,
    chunks: 0,
    head: '0'.repeat(64),
    masked: 0,
    isFull: false,
    hasPlayback: false,
    pages: [],
    downloads: [],
    snapshots: [],
  };
  return CaptureReport.parse({
    captureId: job.captureId,
    state: 'partial',
    failure: null,
    startedAt: capture.startedAt.toISOString(),
    endedAt: at,
    page: pageFacts(capture),
    environment: capture.environment,
    steps: [],
    resources: { total: 0, whole: 0, bytes: 0 },
    missing: [],
    limits: [],
    block: null,
    alterations: alterationsOf(capture),
    session,
  } satisfies CaptureReport);
}

/** A capture succeeds only with a document of the site, a screenshot of it and its network record. */
function failureOf(capture: Capture, steps: StepOutcome[]): Failure | null {
  const { interruption } = capture;
  if (interruption?.code === 'ABORTED' || interruption?.code === 'COOKIES_SHOWN') return interruption;
  if (capture.machineFault) return capture.machineFault;
  const kinds = new Set(capture.sink.artifacts().map((artifact) => artifact.kind));
  if (capture.job.session && capture.ending && kinds.has('recording')) return null;
  if (capture.document.peek()?.committed && kinds.has('screenshot') && kinds.has('wacz')) return null;
  if (interruption) return interruption;
  if (capture.pageLost)
    return { code: 'LOAD_TIMEOUT', said: message('capture.no-picture', { because: capture.pageLost }) };
  const failed = steps.find((step) => step.outcome === 'failed');
  const [because] = failed?.said ?? [];
  return {
    code: 'INTERNAL',
    said:
      failed && because
        ? message('capture.step-failed', { step: namedStep(failed.step), because })
        : message('capture.nothing'),
  };
}

/** The recording of a live session; empty if nothing was recorded. */
function sessionMember({ job, session, ending, sink, isRecordRewritten }: Capture): { session?: SessionFacts } {
  const live = session.peek();
  if (!job.session || !live || !ending) return {};
  const { recording, masked, isFull, pages, morePages, downloads, snapshots } = live;
  const { frames, events, chunks } = recording.counts;
  const { startedAt, head } = recording;
  const facts: SessionFacts = {
    device: job.session.device,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + ending.durationMs).toISOString(),
    endedBecause: ending.because,
    frames,
    events,
    chunks,
    head,
    masked,
    isFull,
    isRewritten: isRecordRewritten,
    hasPlayback: sink.artifacts().some(({ kind }) => kind === 'playback'),
    pages,
    ...(morePages > 0 && { morePages }),
    downloads,
    snapshots,
  };
  return { session: facts };
}

function namedStep(step: CaptureStep): Message {
  const [zh, en] = stepWords[step];
  return named({ zh, en });
}

function isComplete(capture: Capture, steps: StepOutcome[]): boolean {
  return (
    !capture.interruption &&
    !capture.pageLost &&
    capture.limitsReached.length === 0 &&
    capture.record.peek()?.missing.length === 0 &&
    steps.every(({ outcome }) => outcome === 'done' || outcome === 'skipped')
  );
}
