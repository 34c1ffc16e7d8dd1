import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCaptureProcess } from '@proofkeep/capture-process';
import { type CaptureFailure, type Failure, type LeaseOffer, message } from '@proofkeep/contract';
import { EventSender } from './event-sender.ts';
import { HandIn } from './hand-in.ts';
import type { Log } from './log.ts';
import { retryWhileAway } from './retry.ts';
import { type Service, ServiceError } from './service.ts';

const entry = fileURLToPath(new URL('../single-capture.ts', import.meta.url));
/** Time for an unwanted capture to clean up; its browser has ended by then. */
const stopLimitMs = 3_000;
/** Time for a node to return a capture; after that the lease expires. */
const leavingMs = 3_000;
/**
 * Time for a live session to end in good order and be uploaded when its node is stopped (docs/operating.md:
 * TimeoutStopSec).
 */
const drainMs = 40_000;

export interface LeasedCaptureOptions {
  service: Service;
  /** Host under which this node reaches the service; captured pages must not connect to it. */
  serviceHost: string;
  /** Parent of the capture's temporary folder. */
  home: string;
  /** Environment of the capture process. */
  environment: NodeJS.ProcessEnv;
  /** Aborted when the node stops. */
  stopping: AbortSignal;
  log: Log;
}

/** `broken`: the node itself may be at fault. */
export type Outcome = 'delivered' | 'lost' | 'handed back' | 'broken';

const ownFault: ReadonlySet<CaptureFailure | undefined> = new Set([
  'BROWSER_MISSING',
  'BROWSER_FAILED',
  'ISOLATION_FAILED',
]);

/**
 * Makes one leased capture: uploads every file as soon as it is written, and the report last. Ends with nothing running
 * and no file left. If the service is unavailable, keeps everything it has not accepted and retries.
 */
export async function makeLeased(offer: LeaseOffer, o: LeasedCaptureOptions): Promise<Outcome> {
  const { service } = o;
  const workDir = join(o.home, `${offer.ano}-${offer.fence}`);
  const ending = new AbortController();
  const drain = drainOf(o.stopping);
  const signal = AbortSignal.any([ending.signal, drain.over]);
  const end = (error: unknown) => ending.abort(error);
  const onAway = ({ message }: ServiceError) => o.log('service-away', { ano: offer.ano, why: message });
  const ask = <T>(once: () => Promise<T>) => retryWhileAway(once, { signal, onAway });

  const sender = new EventSender();
  const sending = sender.run((events) => ask(() => service.sendEvents(offer, events, signal)), signal).catch(end);
  const handIn = new HandIn({ offer, service, sender, workDir, signal, ask, onFault: end });
  try {
    const { session } = offer.job;
    const job = {
      ...offer.job,
      ownHosts: [...offer.job.ownHosts, o.serviceHost],
      ...(session && { session: { ...session, control: service.control(offer) } }),
    };
    const report = await runCaptureProcess(job, {
      entry,
      workDir,
      environment: o.environment,
      stop: signal,
      finish: drain.finishing,
      stopLimitMs,
      onFault: (text) => o.log('capture-fault', { ano: offer.ano, fence: offer.fence, text }),
      onEvent: (event) => {
        if (event.type === 'report') return;
        const n = sender.add(event);
        if (event.type === 'begun') drain.allow();
        else if (event.type === 'artifact') handIn.add(event.artifact, n);
        else if (event.type === 'chunk') handIn.addChunk(event, n);
      },
    });
    if (report.state === 'failed') await handIn.idle();
    else await handIn.finish();
    signal.throwIfAborted();
    await ask(() => service.report(offer, report, signal));
    return ownFault.has(report.failure?.code) ? 'broken' : 'delivered';
  } catch (error) {
    // A live session keeps what it has recorded so far.
    if (!signal.aborted) await Promise.race([handIn.idle(), sleep(leavingMs)]);
    return await leave(offer, signal.aborted ? signal.reason : error, o);
  } finally {
    end(undefined);
    drain.end();
    await Promise.all([sending, handIn.idle()]);
    await rm(workDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/**
 * How a capture ends when its node is stopped: a page capture is returned at once, a running live session may finish.
 */
function drainOf(stopping: AbortSignal) {
  const finishing = new AbortController();
  const over = new AbortController();
  let mayFinish = false;
  let late: NodeJS.Timeout | undefined;
  const onStopping = () => {
    if (!mayFinish) return over.abort(stopping.reason);
    finishing.abort();
    late = setTimeout(() => over.abort(stopping.reason), drainMs);
  };
  stopping.addEventListener('abort', onStopping, { once: true });
  if (stopping.aborted) onStopping();
  return {
    finishing: finishing.signal,
    over: over.signal,
    allow: () => {
      mayFinish = true;
    },
    end: () => {
      clearTimeout(late);
      stopping.removeEventListener('abort', onStopping);
    },
  };
}

/** Releases the lease for another node, unless another already has it. */
async function leave(
  offer: LeaseOffer,
  why: unknown,
  { service, stopping, log }: LeasedCaptureOptions,
): Promise<Outcome> {
  if (why instanceof ServiceError && why.code === 'LEASE_LOST') return 'lost';
  const failure = stopping.aborted ? null : brokenFailure();
  if (failure)
    log('capture-broken', {
      ano: offer.ano,
      traceId: failure.traceId,
      why: why instanceof Error ? (why.stack ?? why.message) : String(why),
    });
  const signal = AbortSignal.timeout(leavingMs);
  await retryWhileAway(() => service.leave(offer, failure, signal), { signal, onAway: () => {} }).catch(() => {});
  return failure ? 'broken' : 'handed back';
}

function brokenFailure() {
  const traceId = randomBytes(8).toString('hex');
  return { code: 'INTERNAL', said: message('program.fault', { trace: traceId }), traceId } as const satisfies Failure;
}
