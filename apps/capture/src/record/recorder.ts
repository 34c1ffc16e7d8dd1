import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureLimits } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { Answer, Question } from '../egress/ask.ts';
import type { Connection } from '../egress/connection.ts';
import { Bodies } from './bodies.ts';
import { BodyFolder } from './body.ts';
import { type Completeness, completeness, isWhole } from './completeness.ts';
import { addConnection } from './connections.ts';
import { recordDownloads } from './downloads.ts';
import type { Exchange } from './exchange.ts';
import { refetchLost } from './refetch.ts';
import { recordSockets } from './sockets.ts';
import { Targets } from './targets.ts';
import { Traffic } from './traffic.ts';

export interface RecorderOptions {
  /** Folder for response bodies. */
  tempDir: string;
  /** Folder in which the browser may store downloads. */
  downloadDir: string;
  limits: Pick<CaptureLimits, 'requests'>;
  /** The proxy's record of dialled and refused connections. */
  connections: () => readonly Connection[];
  /** Requests resources directly that the browser could not provide. */
  ask: (question: Question) => Promise<Answer>;
  /** Whether the recorder must leave a new target paused, because other code resumes it. */
  isHeld: (sessionId: SessionId) => boolean;
}

export interface RecorderResult extends Completeness {
  exchanges: Exchange[];
}

export interface Recorder {
  /** Attaches to every current and future target of the browser. */
  attach(): Promise<void>;
  /** Opens the page to capture in its own context, as the first page. */
  mainPage(): Promise<{ sessionId: SessionId; targetId: string }>;
  /** `inFlight` excludes requests without recent progress. */
  counters(): { requests: number; finished: number; bytes: number; inFlight: number };
  /**
   * Waits until nothing has been in flight for `quietMs`.
   * @throws AbortError once `signal` is aborted
   */
  quiet(o: { quietMs: number; capMs: number; signal: AbortSignal }): Promise<'quiet' | 'cap'>;
  /** All exchanges so far; finished ones have their body on disk. */
  exchanges(): readonly Exchange[];
  /** Complete exchanges that ended since the last call and at least `agedMs` ago. They don't change any more. */
  takeSettled(agedMs: number): Exchange[];
  /** Calls the listener once, when requests exceed `limits.requests`; the browser sends no further ones. */
  onLimit(listener: () => void): void;
  /**
   * Ends the recording, after a short wait for bodies in transit and requests for those that are missing.
   * @param isLate the capture has used up its time: both take a few seconds at most
   */
  stop(isLate: boolean): Promise<RecorderResult>;
}

/** Longest waits at the end, for bodies in transit and for all requests for missing ones. */
const atEnd = { transitMs: 10_000, refetchMs: 15_000 };
const atLateEnd = { transitMs: 3_000, refetchMs: 3_000 };

/**
 * Records everything that a browser's targets fetch: requests as sent, response headers as received, bodies to disk
 * byte for byte as far as the browser provides them.
 */
export function createRecorder(bus: CdpBus, o: RecorderOptions): Recorder {
  const targets = new Targets(bus, o.isHeld);
  const folder = new BodyFolder(o.tempDir);
  const bodies = new Bodies(bus, folder, (session) => targets.keeperOf(session));
  const traffic = new Traffic(bus, bodies, o.limits.requests);
  const { exchanges } = traffic;
  const ends: (() => void)[] = [];
  let mainPage: { sessionId: SessionId; targetId: string } | undefined;

  return {
    async attach() {
      ends.push(traffic.follow(), recordSockets(bus, exchanges));
      ends.push(await targets.attach());
    },
    async mainPage() {
      const { browserContextId, ...page } = await targets.openPage();
      const { downloadDir } = o;
      const later = (work: Promise<void>) => traffic.later(work);
      ends.push(await recordDownloads(bus, exchanges, folder, { browserContextId, downloadDir, later }));
      mainPage = page;
      return page;
    },
    counters: () => traffic.counters(),
    exchanges: () => exchanges,
    async quiet({ quietMs, capMs, signal }) {
      const deadline = Date.now() + capMs;
      while (Date.now() < deadline) {
        if (traffic.isQuiet(quietMs)) return 'quiet';
        await sleep(50, undefined, { signal });
      }
      return 'cap';
    },
    takeSettled(agedMs) {
      const settled = traffic.takeSettled(agedMs);
      for (const exchange of settled) addConnection(exchange, o.connections());
      return settled.filter(isWhole);
    },
    onLimit: (listener) => {
      traffic.atLimit = listener;
    },
    async stop(isLate) {
      const { transitMs, refetchMs } = isLate ? atLateEnd : atEnd;
      await Promise.race([traffic.arrived(), sleep(transitMs)]);
      traffic.assignExtra();
      for (const exchange of exchanges) addConnection(exchange, o.connections());
      if (mainPage)
        await refetchLost(exchanges, { bus, sessionId: mainPage.sessionId, folder, ask: o.ask, limitMs: refetchMs });
      for (const end of ends) end();
      for (const { body } of exchanges) body?.close();
      return { exchanges, ...completeness(exchanges) };
    },
  };
}
