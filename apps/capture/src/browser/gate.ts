import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { message } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import type { Canaries } from './canaries.ts';

/** The port of the egress proxy inside the browser's network namespace. */
export const gatePort = 3128;

/**
 * Runs inside the confinement before the browser, as text passed to `node -e`: first tries to get out, then opens the
 * listening socket at which the browser finds the proxy and passes it to the parent, which accepts connections from
 * outside.
 */
const gateScript = `
// The parent process was killed, so the socket will not be taken. Node's event does not always report it.
setInterval(() => process.connected || process.exit(1), 250);
const net = require('node:net'), dgram = require('node:dgram'), dns = require('node:dns');
const { addresses, tcpPort, udpPort } = JSON.parse(process.env.PROOFKEEP_CANARIES);
const tcp = (address) => new Promise((done) => {
  const socket = net.connect({ host: address, port: tcpPort, timeout: 300 });
  socket.on('connect', () => done(address + ':' + tcpPort)).on('error', () => done()).on('timeout', () => { socket.destroy(); done(); });
});
const udp = (address) => new Promise((done) => {
  const socket = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.on('error', () => done());
  socket.send('canary', udpPort, address, () => { socket.close(); done(); });
});
const name = () => new Promise((done) => {
  const resolver = new dns.Resolver({ timeout: 200, tries: 1 });
  resolver.resolve4('example.com', (error, answers) => done(answers && 'a name server'));
});
(async () => {
  const reached = (await Promise.all([...addresses.map(tcp), ...addresses.map(udp), name()])).filter(Boolean);
  const server = net.createServer();
  server.listen(${gatePort}, '127.0.0.1', () => process.send({ reached }, server));
  process.on('message', () => process.exit(0));
})();
`;

/**
 * Shell command of the confinement: brings loopback up, opens the gate, then becomes the browser without capabilities.
 */
export const confinedStart = [
  'ip link set lo up || exit 90',
  `/proc/self/fd/6 -e "$PROOFKEEP_GATE" 3>&- 4>&- </dev/null || exit 91`,
  'exec 5>&- 6>&-',
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE PROOFKEEP_GATE PROOFKEEP_CANARIES',
  'exec setpriv --ambient-caps=-all --inh-caps=-all --pdeathsig KILL -- "$@"',
].join('\n');

export const gateEnvironment = ({ addresses, tcpPort, udpPort }: Canaries) => ({
  PROOFKEEP_GATE: gateScript,
  PROOFKEEP_CANARIES: JSON.stringify({ addresses, tcpPort, udpPort }),
});

/**
 * Waits for the gate of a confinement.
 * @returns the listening socket, or null if the host does not permit confinement
 * @throws CaptureError BROWSER_FAILED if it was killed: that says nothing about the host, so the capture must not run
 * with less isolation. The gate may still be running.
 */
export async function awaitGate(child: ChildProcess): Promise<{ server: Server; reached: string[] } | null> {
  const exited = once(child, 'exit').then(([, signal]) => {
    if (signal) throw new CaptureError('BROWSER_FAILED', message('browser.not-started'));
    return null;
  });
  const opened = once(child, 'message').then(([result, server]) => {
    child.send('close', () => child.disconnect());
    return { server: server as Server, reached: (result as { reached: string[] }).reached };
  });
  return Promise.race([opened, exited]);
}
