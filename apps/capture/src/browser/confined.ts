import { closeSync, openSync } from 'node:fs';
import { message } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import { setCanaries } from './canaries.ts';
import { awaitGate, confinedStart, gateEnvironment, gatePort } from './gate.ts';
import { killBrowser } from './process-group.ts';
import { type Start, type Started, spawnBrowser } from './spawn.ts';

const ownNetwork = ['unshare', '--map-current-user', '--net', '--keep-caps', '--'];

/**
 * Starts the browser in a network namespace of its own.
 * @returns undefined if the host does not permit creating one
 */
export async function startConfined(start: Start): Promise<Started | undefined> {
  const canaries = await setCanaries();
  const node = openSync(process.execPath, 'r');
  try {
    const child = spawnBrowser(start, {
      within: [...ownNetwork, 'bash', '-c', confinedStart, 'confined'],
      proxyPort: gatePort,
      // Descriptors 3 and 4 are the browser's debugging pipe, 5 is the gate's channel, 6 is the program that opens the
      // gate.
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc', node],
      environment: gateEnvironment(canaries),
    });
    const end = async () => child.pid && (await killBrowser(child.pid, start.profileDir));
    const gate = await awaitGate(child).catch(async (error) => {
      await end();
      throw error;
    });
    if (!gate) return undefined;
    if (gate.reached.length > 0 || canaries.touched()) {
      await end();
      gate.server.close();
      const what = gate.reached.join(', ') || 'this machine';
      throw new CaptureError('ISOLATION_FAILED', message('browser.not-confined', { what }));
    }
    gate.server.on('connection', start.egress.accept);
    // The gate proved the isolation before the browser started.
    return { child, isolation: 'namespace', server: gate.server, prove: async () => {} };
  } finally {
    closeSync(node);
    canaries.close();
  }
}
