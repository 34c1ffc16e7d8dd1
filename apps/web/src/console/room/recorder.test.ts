import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { type RecorderState, SessionRecorder } from './recorder.ts';
import { sendLeft } from './send-chunks.ts';

interface Kept {
  id: string;
  matterId: string;
}

const { kept, service } = vi.hoisted(() => ({
  kept: { recordings: new Map<string, Kept>(), chunks: new Map<string, object>() },
  service: { begun: 0, finished: [] as string[], sent: [] as string[], refusal: null as string | null, calls: 0 },
}));

vi.mock('../../ui/words/words.ts', () => ({ spoken: () => '' }));
vi.mock('./kept-chunks.ts', () => ({
  keepRecording: async (one: Kept) => void kept.recordings.set(one.id, one),
  forgetRecording: async (id: string) => void kept.recordings.delete(id),
  keptRecordings: async () => [...kept.recordings.values()],
  keepChunk: async (one: { recordingId: string; at: number }) =>
    void kept.chunks.set(`${one.recordingId} ${one.at}`, one),
  findChunk: async (id: string, at: number) => kept.chunks.get(`${id} ${at}`),
  dropChunk: async (id: string, at: number) => void kept.chunks.delete(`${id} ${at}`),
  dropChunks: async (id: string) => {
    for (const key of kept.chunks.keys()) if (key.startsWith(`${id} `)) kept.chunks.delete(key);
  },
}));
vi.mock('../../api/ask.ts', () => ({
  ask: async ({ path }: { path: string }, { recordingId }: { recordingId: string }) => {
    if (!path.endsWith('/finish')) return { recordingId: `r${++service.begun}`, head: '00'.repeat(32) };
    service.finished.push(recordingId);
    return {};
  },
  linkTo: (_call: unknown, { recordingId, at }: { recordingId: string; at: number }) => `${recordingId}/${at}`,
  dataOf: async (url: string) => {
    service.calls += 1;
    if (service.refusal === 'UNREACHABLE' || (service.refusal && url.startsWith('r1/')))
      throw new ApiError(service.refusal as 'RECORDING_CLOSED');
    service.sent.push(url);
  },
}));

class FakeRecorder extends EventTarget {
  static readonly made: FakeRecorder[] = [];
  static readonly isTypeSupported = () => true;
  state = 'inactive';
  constructor() {
    super();
    FakeRecorder.made.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.give();
    this.dispatchEvent(new Event('stop'));
  }
  give(): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['piece']) }));
  }
}

const stream = { active: true, getVideoTracks: () => [1], getAudioTracks: () => [1] } as unknown as MediaStream;
let state: RecorderState;
let recorder: SessionRecorder;

beforeEach(async () => {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('fetch', async (url: string) => url);
  FakeRecorder.made.length = 0;
  Object.assign(service, { begun: 0, finished: [], sent: [], refusal: null, calls: 0 });
  recorder = new SessionRecorder('matter', (now) => {
    state = now;
  });
  recorder.record(new Map([['notary', stream]]));
  await vi.waitUntil(() => state?.running.includes('notary'));
});
afterEach(() => {
  vi.useRealTimers();
  kept.recordings.clear();
  kept.chunks.clear();
});

it('sends no pieces from another window while a recording is running', async () => {
  FakeRecorder.made[0]?.give();
  await vi.waitFor(() => expect(kept.recordings.has('r1')).toBe(true), 10_000);

  const other = sendLeft('r1', new AbortController().signal);
  await vi.waitFor(() => expect(service.sent).toEqual(['r1/0']), 10_000);
  expect(service.finished).toEqual([]);
  await recorder.finish();

  expect(await other).toBe(false);
  expect([service.sent, service.finished]).toEqual([['r1/0', 'r1/1'], ['r1']]);
});

it('starts another recording of a person if the service has closed the first', async () => {
  service.refusal = 'RECORDING_CLOSED';
  FakeRecorder.made[0]?.give();

  await vi.waitFor(() => expect(FakeRecorder.made).toHaveLength(2), 10_000);
  FakeRecorder.made[1]?.give();
  await recorder.finish();

  expect([service.sent, service.finished]).toEqual([['r2/0', 'r2/1'], ['r2']]);
  expect([state.unsent, state.hasProblem, kept.recordings.size, kept.chunks.size]).toEqual([0, false, 0, 0]);
});

it('restarts a recorder that stopped by itself, and reports its person as not recorded until then', async () => {
  FakeRecorder.made[0]?.stop();
  expect([state.running, state.missing]).toEqual([[], ['notary']]);

  await vi.waitUntil(() => state.running.includes('notary'), { timeout: 5_000 });
  await recorder.finish();

  expect(state.missing).toEqual([]);
  expect(service.finished).toEqual(['r1', 'r2']);
});

it('stops sending once the window is left, and sends the remaining pieces at the next visit', async () => {
  vi.useFakeTimers();
  service.refusal = 'UNREACHABLE';
  FakeRecorder.made[0]?.give();
  await vi.waitFor(() => expect(service.calls).toBeGreaterThan(0), 10_000);
  recorder.close();
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = service.calls;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(service.calls).toBe(tries);

  vi.useRealTimers();
  service.refusal = null;
  expect(await sendLeft('r1', new AbortController().signal)).toBe(true);

  expect([service.sent, service.finished]).toEqual([['r1/0', 'r1/1'], ['r1']]);
});
