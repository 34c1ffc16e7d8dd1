import { expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { sentWords, Uploader, type UploadState } from './upload.ts';

const { kept, build } = vi.hoisted(() => ({
  build: { isCurrent: true },
  kept: [
    { recording: 'a', n: 1 },
    { recording: 'b', n: 1 },
    { recording: 'c', n: 1 },
  ],
}));
const without = (gone: (segment: { recording: string }) => boolean) =>
  kept.splice(0, 3, ...kept.filter((one) => !gone(one)));

vi.mock('../../ui/words/words.ts', () => ({ spoken: () => '' }));
vi.mock('./shell/current.ts', () => ({ isCurrent: async () => build.isCurrent }));
vi.mock('./database.ts', () => ({
  countByRecording: async () => new Map(kept.map(({ recording }) => [recording, 1])),
  loadSegments: async (recording: string) =>
    kept
      .filter((one) => one.recording === recording)
      .map((one) => ({ ...one, header: one.recording, signature: '', content: '' })),
  removeSegment: async ({ recording }: { recording: string }) => without((one) => one.recording === recording),
  removeRecording: async (recording: string) => without((one) => one.recording === recording),
}));
vi.mock('../../api/ask.ts', () => ({
  ask: async (_call: unknown, { segments }: { segments: { header: string }[] }) => {
    if (segments[0]?.header === 'b') throw new ApiError('RECORDING_CLOSED');
    return { list: segments.map(() => ({ isStored: true })) };
  },
}));
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);

it('a page of an earlier build sends nothing, so that the service refuses nothing permanently', async () => {
  vi.useFakeTimers();
  const states: UploadState[] = [];
  build.isCurrent = false;
  const uploader = new Uploader('id', (state) => states.push(state));

  uploader.wake();
  await vi.advanceTimersByTimeAsync(60_000);

  // The service keeps answering with another build, so the page asks again.
  expect(states.filter(({ state }) => state === 'outdated').length).toBeGreaterThan(1);
  expect(kept.length).toBe(3);
  uploader.stop();
  build.isCurrent = true;
  vi.useRealTimers();
});

it('a recording that is refused for good does not hold up others, and stays until it is deleted', async () => {
  const states: UploadState[] = [];
  const uploader = new Uploader('id', (state) => states.push(state));

  uploader.wake();
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ pending: 0, refused: 1, state: 'idle' }), 10_000);
  expect(kept).toEqual([{ recording: 'b', n: 1 }]);
  await uploader.deleteRefused();
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ pending: 0, refused: 0, state: 'idle' }), 10_000);
});

it('nothing counts as uploaded before the phone has counted the remaining segments', () => {
  const none = { pending: 0, refused: 0, state: 'idle' } as const;

  expect(sentWords(null)).toBe('counting');
  expect(sentWords(none)).toBe('allSent');
  expect(sentWords({ ...none, refused: 1 })).toBe('othersSent');
  expect(sentWords({ pending: 2, refused: 1, state: 'waiting' })).toBe('waiting');
});
