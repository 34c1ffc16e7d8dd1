import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { accountCalls, type Call, type Envelope, type ReplyOf, type SentOf } from '@proofkeep/contract';
import { compileCache } from '../../apps/server/src/testing/compile-cache.ts';
import { addressOf, goodPassword, solve } from '../../apps/server/src/testing/service.ts';

const entry = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Standard output so far. */
  output(): string;
  /** @param signal default: SIGINT. @returns the exit code */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
  /** Sends SIGKILL to this process alone. */
  kill(): Promise<void>;
}

/** Starts the product as `npm start` does, on its own port; resolves once it has printed its address. */
export async function startService(o: {
  dataDir: string;
  egressAllow?: readonly string[];
  environment?: Record<string, string>;
  port?: number;
}): Promise<RunningService> {
  const port = o.port ?? (await freePort());
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LANG: 'en_US.UTF-8',
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      REPLAY_PORT: '0',
      DATA_DIR: o.dataDir,
      EGRESS_ALLOW: (o.egressAllow ?? []).join(','),
      LOG_LEVEL: 'warn',
      NTP_SERVERS: '',
      ...o.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  const isUp = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: string) => {
      output += text;
      if (output.includes('/dev/outbox')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)));
  });
  await isUp;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    output: () => output,
    stop: (signal = 'SIGINT') => end(child, signal),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code as number | null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Makes calls over a real connection. */
export class Client {
  readonly url: string;
  token = '';

  constructor({ url }: { url: string }) {
    this.url = url;
  }

  async request<C extends Call>(call: C, input: SentOf<C>, more: Record<string, string> = {}): Promise<Response> {
    const { url, rest } = addressOf(call, input as Record<string, unknown>);
    const isBodyless = call.method === 'GET' || call.method === 'DELETE';
    const query = isBodyless ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
    return fetch(`${this.url}${url}${query}`, {
      method: call.method,
      headers: { ...(this.token ? { 'x-auth-token': this.token } : {}), 'content-type': 'application/json', ...more },
      ...(isBodyless ? {} : { body: JSON.stringify(rest) }),
    });
  }

  /** @param more headers. @throws Error with the refusal */
  async ask<C extends Call>(call: C, input: SentOf<C>, more: Record<string, string> = {}): Promise<ReplyOf<C>> {
    const { flag, data, errorCode } = (await (await this.request(call, input, more)).json()) as Envelope;
    if (!flag) throw new Error(`${call.path}: ${errorCode}`);
    return data as ReplyOf<C>;
  }

  async bytes<C extends Call>(call: C, input: SentOf<C>): Promise<Uint8Array> {
    const response = await this.request(call, input);
    if (!response.ok) throw new Error(`${call.path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Registers a user with the code from the outbox. */
  async register(phone: string): Promise<void> {
    const challenge = await this.ask(accountCalls.challenge, {});
    const solution = solve(challenge);
    await this.ask(accountCalls.sendRegisterCode, { phone, challengeId: challenge.id, solution });
    const { list } = (await (await fetch(`${this.url}/dev/outbox.json`)).json()) as {
      list: { phone: string; body: string }[];
    };
    const code = /\d{6}/.exec(list.find((one) => one.phone === phone)?.body ?? '')?.[0] ?? '';
    const fields = { phone, code, password: goodPassword, name: 'Ann', agreed: true };
    this.token = (await this.ask(accountCalls.register, fields)).token ?? '';
  }
}
