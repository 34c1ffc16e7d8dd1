import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '@proofkeep/contract';
import { parseAllowed } from '@proofkeep/egress';
import { CaptureError } from '../capture-error.ts';
import { type EgressGuard, openEgress } from '../egress/guard.ts';
import { tryBreakout } from './breakout.ts';
import { setCanaries } from './canaries.ts';
import type { CdpBus } from './cdp.ts';
import { type Start, type Started, spawnBrowser } from './spawn.ts';

const pollMs = 20;
const silenceMs = 200;
const silenceLimitMs = 5_000;
const diesWithUs = ['setpriv', '--pdeathsig', 'KILL', '--'];

/**
 * Starts the browser without a namespace, confined only by its own flags. Until its test page has failed to break out,
 * a guard that refuses every connection serves the browser, so none of its requests up to then enter the evidence.
 */
export async function startBehindProxy(start: Start): Promise<Started> {
  const trial = openEgress({ allowed: parseAllowed([]), ownHosts: [], maxBytes: 0, resolve: async () => [] });
  const server = createServer(trial.accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawnBrowser(start, {
    within: diesWithUs,
    proxyPort: port,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });

  const prove = async (bus: CdpBus) => {
    const canaries = await setCanaries();
    try {
      await tryBreakout(bus, canaries);
      await silence(server, trial);
    } finally {
      canaries.close();
    }
    // Untouched canaries prove something only if the browser tried, which means that it connected to the proxy.
    const tried = trial.connections().some((connection) => connection.port === canaries.tcpPort);
    if (canaries.touched() || !tried)
      throw new CaptureError('ISOLATION_FAILED', message('browser.not-confined', { what: 'this machine' }));
    server.off('connection', trial.accept).on('connection', start.egress.accept);
    await trial.close();
  };
  return { child, isolation: 'proxy', server, prove };
}

/**
 * Waits until the browser sends no more requests: it closes a context slowly, and requests of that context stay queued.
 * Resets every connection so that the queues drain quickly.
 */
async function silence(server: Server, trial: EgressGuard): Promise<void> {
  const deadline = Date.now() + silenceLimitMs;
  let silentMs = 0;
  const interrupt = () => {
    silentMs = 0;
  };
  server.on('connection', interrupt);
  for (; silentMs < silenceMs && Date.now() < deadline; silentMs += pollMs) {
    await trial.close();
    await sleep(pollMs);
  }
  server.off('connection', interrupt);
}
