import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFor } from '@proofkeep/capture-process';
import { isFar } from '@proofkeep/contract';
import type { NodeConfig } from '../config.ts';
import { makeOwnFolder, sweepLeftovers } from '../own-folder.ts';
import { BusySlots } from './busy-slots.ts';
import { makeLeased } from './leased-capture.ts';
import type { Log } from './log.ts';
import { retryWhileAway } from './retry.ts';
import { type AskingNode, type LeaseKind, type Service, serviceAt } from './service.ts';

/** A node whose browser does not start must not lease every capture: it backs off exponentially. */
const brokenPauseMs = { first: 1_000, longest: 60_000 };

interface AgentOptions {
  config: NodeConfig;
  /** The node's environment; captures get only part of it. */
  environment: NodeJS.ProcessEnv;
  log: Log;
  /** Stops leasing; running captures are returned. */
  stopping: AbortSignal;
}

/** Leases and makes captures, several at once, until stopped. Leaves no process or file behind. */
export async function runAgent({ config, environment, log, stopping }: AgentOptions): Promise<void> {
  await sweepLeftovers();
  const folder = await makeOwnFolder();
  const home = folder.path;
  const cache = environment.CAPTURE_CACHE || join(home, 'cache');
  const o = {
    service: serviceAt(config.SERVICE_URL, config.NODE_TOKEN),
    node: {
      name: config.NODE_NAME,
      place: placeOf(config),
      capacity: { captures: config.CAPTURE_CONCURRENCY, sessions: config.CAPTURE_SESSIONS },
    },
    serviceHost: new URL(config.SERVICE_URL).hostname,
    home,
    environment: { ...environmentFor(environment), CAPTURE_CACHE: cache, NODE_COMPILE_CACHE: join(cache, 'node') },
    log,
    stopping,
  };
  log('up', {
    node: config.NODE_NAME,
    service: config.SERVICE_URL,
    captures: config.CAPTURE_CONCURRENCY,
    sessions: config.CAPTURE_SESSIONS,
  });
  try {
    const busy = new BusySlots(config.CAPTURE_CONCURRENCY);
    const slots = (count: number, kind: LeaseKind) =>
      Array.from({ length: count }, () => keepCapturing({ ...o, kind, busy }));
    await Promise.all([...slots(config.CAPTURE_CONCURRENCY, 'page'), ...slots(config.CAPTURE_SESSIONS, 'live')]);
  } finally {
    await folder.remove();
    log('down');
  }
}

const placeOf = ({ NODE_PLACE: name, NODE_REGION: region }: NodeConfig) =>
  name === undefined || region === undefined ? null : { name, region };

interface Slot {
  kind: LeaseKind;
  service: Service;
  node: AskingNode;
  serviceHost: string;
  home: string;
  environment: NodeJS.ProcessEnv;
  log: Log;
  stopping: AbortSignal;
  busy: BusySlots;
}

/** Makes captures in sequence. */
async function keepCapturing(o: Slot): Promise<void> {
  const { service, node, kind, log, stopping, busy } = o;
  const onAway = ({ message }: Error) => log('service-away', { why: message });
  let pauseMs = brokenPauseMs.first;
  while (!stopping.aborted) {
    if (kind === 'page') await busy.waitForPage(stopping);
    const asking = retryWhileAway(() => service.lease(node, kind, stopping), { signal: stopping, onAway });
    const offer = await asking.catch((error) => {
      if (stopping.aborted) return null;
      throw error;
    });
    if (service.offset && isFar(service.offset)) log('clock-far', { ...service.offset });
    if (!offer) continue;
    log('leased', { ano: offer.ano, fence: offer.fence });
    busy.begin(kind);
    const outcome = await makeLeased(offer, o);
    busy.end(kind);
    log(outcome, { ano: offer.ano, fence: offer.fence });
    if (outcome === 'broken') await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
    pauseMs = outcome === 'broken' ? Math.min(pauseMs * 2, brokenPauseMs.longest) : brokenPauseMs.first;
  }
}
