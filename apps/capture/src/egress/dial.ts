import http from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { message } from '@proofkeep/contract';
import { MessageError } from '../capture-error.ts';
import type { Connection } from './connection.ts';

const connectMs = 20_000;
/** Time without an answer before the next address is tried. */
const attemptMs = 3_000;
const idleMs = 90_000;

/** Connects only to the addresses that were checked: does not resolve the name again. */
export function dial(destination: Connection, noDelay = true): Socket {
  const socket = connect({
    host: destination.host,
    port: destination.port,
    lookup: answering(destination.answers),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    noDelay,
  });
  socket.setTimeout(connectMs, () =>
    socket.destroy(
      new MessageError(
        socket.connecting
          ? message('network.no-connection', { seconds: connectMs / 1000 })
          : message('network.silent', { seconds: idleMs / 1000 }),
      ),
    ),
  );
  return socket.once('connect', () => socket.setTimeout(idleMs));
}

const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Keeps plain HTTP connections open for the next request to the same name; the pinned answers bind that name to an
 * address.
 */
export class PinnedAgent extends http.Agent {
  readonly #opened: (socket: Socket) => Socket;

  constructor(opened: (socket: Socket) => Socket) {
    super({ keepAlive: true, maxSockets: 32 });
    this.#opened = opened;
  }

  override createConnection(options: http.ClientRequestArgs & { destination?: Connection }): Socket {
    if (!options.destination) throw new Error('Only destinations that were checked are dialled.');
    return this.#opened(dial(options.destination));
  }
}
