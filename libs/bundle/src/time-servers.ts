import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { answers, type ClockSample, clockRequest } from './clock.ts';

/** The default: four operators, so that one may be wrong or unreachable. */
export const defaultTimeServers = 'ntp.aliyun.com,ntp.tencent.com,time.cloudflare.com,time.apple.com';

const ntpPort = 123;
/** `host`, `host:port` or `[address]:port`. */
const serverPattern = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::(\d{1,5}))?$/;

/** Whether `text` names a time server: `host`, `host:port` or `[IPv6 address]:port`; the default port is 123. */
export const isTimeServer = (text: string): boolean => {
  const [, v6, host, port] = serverPattern.exec(text) ?? [];
  return (v6 ? isIP(v6) === 6 : Boolean(host)) && Number(port ?? ntpPort) <= 65_535;
};

/** Options of `askTimeServers`. */
export interface AskOptions {
  /** Time limit in ms for all servers, including DNS. */
  limitMs: number;
  /** The compared clock, in milliseconds since 1970. */
  clock?: () => number;
  signal?: AbortSignal;
}

/**
 * Asks all servers once, concurrently (SNTP over UDP, RFC 5905 client mode). Never throws.
 * @returns one sample per server, in the order of the list, including failures
 */
export function askTimeServers(servers: readonly string[], o: AskOptions): Promise<ClockSample[]> {
  const limit = AbortSignal.any([AbortSignal.timeout(o.limitMs), ...(o.signal ? [o.signal] : [])]);
  return Promise.all(servers.map((server) => askServer(server, { clock: o.clock ?? Date.now, limit })));
}

interface Asking {
  clock: () => number;
  limit: AbortSignal;
}

async function askServer(server: string, o: Asking): Promise<ClockSample> {
  const [, v6, name = '', port = ntpPort] = serverPattern.exec(server) ?? [];
  try {
    const host = v6 ?? (isIP(name) ? name : await resolve(name, o.limit));
    return await exchange(server, { host, port: Number(port) }, o);
  } catch (error) {
    return { ...emptySample(server, o.clock()), error: (error as Error).message };
  }
}

const emptySample = (server: string, sentMs: number): ClockSample => ({
  server,
  address: null,
  sentAt: new Date(sentMs).toISOString(),
  request: '',
  answer: null,
  elapsedMs: null,
  error: null,
});

/** Avoids `dns.lookup`: a silent name server would block a thread that file operations need. */
async function resolve(name: string, limit: AbortSignal): Promise<string> {
  const resolver = new Resolver();
  const cancel = () => resolver.cancel();
  limit.addEventListener('abort', cancel, { once: true });
  try {
    limit.throwIfAborted();
    const [address] = await resolver.resolve4(name).catch(() => resolver.resolve6(name));
    if (!address) throw new Error(`${name} has no address`);
    return address;
  } finally {
    limit.removeEventListener('abort', cancel);
  }
}

/** Ignores packets that do not repeat the nonce; keeps one only if nothing else arrives. */
async function exchange(server: string, to: { host: string; port: number }, o: Asking): Promise<ClockSample> {
  const isV6 = isIP(to.host) === 6;
  const address = isV6 ? `[${to.host}]:${to.port}` : `${to.host}:${to.port}`;
  const request = clockRequest(randomBytes(8));
  const socket = createSocket(isV6 ? 'udp6' : 'udp4');
  try {
    return await new Promise<ClockSample>((done) => {
      let sample: ClockSample = {
        ...emptySample(server, o.clock()),
        address,
        request: Buffer.from(request).toString('base64'),
      };
      let sentAt = 0;
      const end = () => done(sample);
      if (o.limit.aborted) end();
      o.limit.addEventListener('abort', end, { once: true });
      socket.on('error', (error) => done({ ...sample, error: error.message }));
      socket.on('message', (answer) => {
        const elapsedMs = performance.now() - sentAt;
        sample = { ...sample, answer: answer.toString('base64'), elapsedMs };
        if (answers(request, answer)) end();
      });
      socket.connect(to.port, to.host, () => {
        sample = { ...sample, sentAt: new Date(o.clock()).toISOString() };
        sentAt = performance.now();
        socket.send(request);
      });
    });
  } finally {
    socket.close();
  }
}
