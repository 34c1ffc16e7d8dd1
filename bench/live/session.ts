import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  CaptureEvent,
  CaptureJob,
  type CaptureReport,
  type LiveInput,
  LiveOutput,
  liveLimits,
} from '@proofkeep/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Measured, Wanted } from './measurement.ts';
import { usageOf } from './process-tree.ts';

const entry = fileURLToPath(new URL('../../apps/capture/src/single-capture.ts', import.meta.url));
const startMs = 60_000;

/** A live session whose process is controlled from here, in the way the service controls it. */
export class Session {
  frames = 0;
  /** The session's latest report about its recording. */
  recorded = { frames: 0, atMs: 0 };
  onFrame = () => {};
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #socket: Promise<WebSocket>;
  readonly #report: Promise<CaptureReport>;
  readonly #close: () => void;

  constructor(url: string, allowed: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'bench-live-'));
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    this.#socket = new Promise((resolve) => sockets.on('connection', (socket) => resolve(this.#steer(socket))));
    this.#child = spawn(process.execPath, [entry, join(this.#folder, 'out')], {
      env: { ...process.env, NTP_SERVERS: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    server.listen(0, '127.0.0.1', () => {
      const control = { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'bench' };
      const session = { device: 'desktop', wallMs: liveLimits.longestMinutes * 60_000, control };
      const job = { captureId: 'bench', url, egressAllow: [allowed], viewport: { width: 1280, height: 800 }, session };
      const limits = { wallMs: 600_000, requests: 50_000 };
      this.#child.stdin?.write(`${JSON.stringify(CaptureJob.parse({ ...job, limits }))}\n`);
    });
    this.#close = () => void server.close();
    this.#report = this.#read();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits for the first picture. */
  async begin(): Promise<void> {
    await this.#socket;
    for (const until = Date.now() + startMs; this.frames === 0; await sleep(50))
      if (Date.now() > until) throw new Error('The session shows no picture.');
  }

  async send(input: LiveInput): Promise<void> {
    (await this.#socket).send(JSON.stringify(input));
  }

  /** Ends the session normally. */
  async stop(): Promise<CaptureReport> {
    (await this.#socket).send(JSON.stringify({ type: 'stop', isFull: false }));
    const report = await this.#report;
    this.#close();
    rmSync(this.#folder, { recursive: true, force: true });
    return report;
  }

  #steer(socket: WebSocket): WebSocket {
    socket.send(JSON.stringify({ type: 'present', is: true }));
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return this.#note(String(data));
      this.frames += 1;
      this.onFrame();
      socket.send(JSON.stringify({ type: 'ack', frame: data.readUInt32BE(0) }));
    });
    return socket;
  }

  #note(text: string): void {
    const output = LiveOutput.parse(JSON.parse(text));
    if (output.type === 'state') this.recorded = { frames: output.recorded.frames, atMs: output.atMs };
  }

  async #read(): Promise<CaptureReport> {
    let report: CaptureReport | undefined;
    for await (const line of createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })) {
      const event = CaptureEvent.parse(JSON.parse(line));
      if (event.type === 'report') report = event.report;
    }
    if (!report) throw new Error('The session ended without a report.');
    return report;
  }
}

/** Frames, latency, CPU and memory of one session. */
export async function runSession({ url, allowed, framesMs, clicks, pauseMs }: Wanted): Promise<Measured> {
  const session = new Session(`${url}?fps=0`, allowed);
  await session.begin();
  await sleep(1_000);
  const before = usageOf(session.pid);
  const { recorded } = session;
  session.frames = 0;
  await sleep(framesMs);
  const fps = (session.frames / framesMs) * 1000;
  const after = usageOf(session.pid);
  const recordedMs = session.recorded.atMs - recorded.atMs;
  const recordedFps = ((session.recorded.frames - recorded.frames) / recordedMs) * 1000;
  await session.send({ type: 'navigate', url });
  await sleep(pauseMs * 4);
  const latenciesMs: number[] = [];
  for (let i = 0; i < clicks; i++) {
    const seen = new Promise<void>((resolve) => {
      session.onFrame = resolve;
    });
    const from = performance.now();
    const at = { x: 600, y: 400, button: 'left', buttons: 1, clicks: 1, modifiers: 0 } as const;
    await session.send({ type: 'mouse', action: 'down', ...at });
    await seen;
    latenciesMs.push(performance.now() - from);
    await sleep(pauseMs);
  }
  await session.stop();
  const cpuShare = (after.cpuMs - before.cpuMs) / framesMs;
  return { fps, recordedFps, latenciesMs, cpuShare, pssBytes: after.pssBytes };
}

/**
 * Frames per second delivered by each of several concurrent sessions showing a page that changes five times a second.
 */
export async function runTogether(count: number, { url, allowed, framesMs }: Wanted): Promise<number[]> {
  const sessions = Array.from({ length: count }, () => new Session(`${url}?fps=5`, allowed));
  await Promise.all(sessions.map((session) => session.begin()));
  await sleep(2_000);
  for (const session of sessions) session.frames = 0;
  await sleep(framesMs);
  const all = sessions.map((session) => (session.frames / framesMs) * 1000);
  for (const session of sessions) await session.stop();
  return all;
}
