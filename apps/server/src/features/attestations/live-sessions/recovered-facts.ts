import type { RecordingChunk } from '@proofkeep/bundle';
import {
  type Artifact,
  type CaptureEnvironment,
  type CaptureReport,
  type Message,
  message,
  SessionDownload,
  type SessionFacts,
  SessionSnapshot,
  type StepOutcome,
  type VisitedPage,
} from '@proofkeep/contract';
import { z } from 'zod';

/** A line of `events.jsonl` with the fields that facts are derived from. */
const RecordedEvent = z.looseObject({
  atMs: z.int().nonnegative(),
  kind: z.string(),
  tab: z.int().nonnegative().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  action: z.string().optional(),
  masked: z.boolean().optional(),
  of: z.string().optional(),
  count: z.int().nonnegative().optional(),
});
type RecordedEvent = z.infer<typeof RecordedEvent>;

/** The contract's maximum (SessionFacts). */
const mostListed = 500;

/** @throws ZodError; SyntaxError */
export const parseEvents = (text: string): RecordedEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RecordedEvent.parse(JSON.parse(line)));

const framesIn = (chunks: readonly RecordingChunk[]): number => chunks.reduce((sum, { frames }) => sum + frames, 0);

/** How much of the recording was kept. */
export const lostSaid = (chunks: readonly RecordingChunk[]): Message =>
  message('session.lost', {
    seconds: Math.round((chunks.at(-1)?.toMs ?? 0) / 1000),
    frames: framesIn(chunks),
    chunks: chunks.length,
  });

interface Received {
  /** Facts that the node's report would have stated when the recording began. */
  begun: CaptureReport;
  /** Readings of the node's clock. */
  clock: CaptureEnvironment['clock'];
  chunks: readonly RecordingChunk[];
  events: readonly RecordedEvent[];
  /** Files that arrived in addition to the recording. */
  artifacts: readonly Artifact[];
  /** The user asked to keep credentials in the network record. */
  isFull: boolean;
  /**
   * Number of requests without a complete answer if the network record is rebuilt from chunks; null if it arrived
   * complete, or not at all.
   */
  unanswered: number | null;
  /** Number of values that the network record has digests of. */
  withheld: number;
}

/** The report of a session whose node was lost, derived from what the service received of it. */
export function recoveredReport({
  begun,
  clock,
  chunks,
  events,
  artifacts,
  isFull,
  unanswered,
  withheld,
}: Received): CaptureReport {
  const last = chunks.at(-1);
  if (!begun.session || !last) throw new Error('Nothing of the recording was received.');
  const { session } = begun;
  const has = (path: string) => artifacts.some((one) => one.path === path);
  const hasRecord = has('page.wacz');
  const visits = pagesIn(events);
  const pages = visits.slice(0, mostListed);
  const morePages = visits.length - pages.length + omittedPages(events);
  const endedAt = new Date(Date.parse(session.startedAt) + last.toMs).toISOString();
  const facts: SessionFacts = {
    ...session,
    endedAt,
    endedBecause: 'lost',
    frames: framesIn(chunks),
    events: events.length,
    chunks: chunks.length,
    head: last.head,
    masked: events.filter(({ kind, action, masked }) => masked && !(kind === 'key' && action === 'up')).length,
    isFull: isFull && hasRecord,
    ...(unanswered !== null && { unanswered }),
    hasPlayback: artifacts.some(({ kind }) => kind === 'playback'),
    pages,
    ...(morePages > 0 && { morePages }),
    downloads: listed(events, 'download', SessionDownload).filter(({ path }) => has(path)),
    snapshots: listed(events, 'snapshot', SessionSnapshot).filter(({ path }) => has(path)),
  };
  const said = [lostSaid(chunks), ...(clock.after ? [] : [message('session.end-clock-missing')])];
  const steer = { step: 'steer', outcome: 'cut', startedAt: session.startedAt, elapsedMs: last.toMs, said } as const;
  const pack: StepOutcome = { step: 'pack', startedAt: null, elapsedMs: 0, ...packed(unanswered) };
  return {
    ...begun,
    state: 'partial',
    environment: begun.environment && { ...begun.environment, clock },
    // When the recording ended; a verifier accepts an outage between then and the manifest, because the session was
    // lost.
    endedAt,
    page: { ...begun.page, title: pages.find(({ title }) => title !== '')?.title ?? null },
    steps: [...begun.steps, steer, ...(hasRecord ? [] : [pack])],
    // Nothing had been replaced yet when the recording began.
    alterations: [
      ...begun.alterations,
      ...(withheld > 0
        ? [{ kind: 'credentials-withheld' as const, said: message('altered.withheld', { count: withheld }) }]
        : []),
    ],
    session: facts,
  };
}

const packed = (unanswered: number | null): Pick<StepOutcome, 'outcome' | 'said'> =>
  unanswered === null
    ? { outcome: 'failed', said: [message('session.record-lost')] }
    : { outcome: 'cut', said: [message('session.record-recovered', { count: unanswered })] };

/** The pages visited, each with the last title it had. */
function pagesIn(events: readonly RecordedEvent[]): VisitedPage[] {
  const pages: VisitedPage[] = [];
  for (const { atMs, kind, tab = 0, url = '', title = '' } of events) {
    if (kind === 'page') pages.push({ atMs, tab, url: url.slice(0, 8192), title: '' });
    const page = kind === 'title' ? pages.findLast((one) => one.tab === tab) : undefined;
    if (page) page.title = title;
  }
  return pages;
}

/** Visits that were too many for the events. */
const omittedPages = (events: readonly RecordedEvent[]): number =>
  events.reduce((sum, { kind, of, count = 0 }) => sum + (kind === 'omitted' && of === 'page' ? count : 0), 0);

/** The events of one kind that match the schema. */
function listed<Schema extends z.ZodObject>(
  events: readonly RecordedEvent[],
  kind: string,
  schema: Schema,
): z.infer<Schema>[] {
  return events
    .filter((event) => event.kind === kind)
    .flatMap((event) => schema.strip().safeParse(event).data ?? [])
    .slice(0, mostListed) as z.infer<Schema>[];
}
