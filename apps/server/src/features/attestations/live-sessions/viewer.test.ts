import { randomBytes } from 'node:crypto';
import { frameHeader } from '@proofkeep/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Viewer } from './viewer.ts';

const size = { width: 640, height: 400 };
let jpeg: Buffer;
beforeAll(async () => {
  const noise = randomBytes(size.width * size.height * 3);
  jpeg = await sharp(noise, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
});
// The reduction itself needs the real event loop.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function frameOf(number: number, picture: Buffer): Buffer {
  const head = Buffer.alloc(frameHeader.bytes);
  head.writeUInt32BE(number, frameHeader.number);
  head.writeUInt16BE(size.width, frameHeader.width);
  head.writeUInt16BE(size.height, frameHeader.height);
  return Buffer.concat([head, picture]);
}

/** A viewer whose pictures and notices are collected. */
function givenViewer() {
  const frames: Buffer[] = [];
  const notices: unknown[] = [];
  const send = (data: string | Buffer) =>
    void (typeof data === 'string' ? notices.push(JSON.parse(data)) : frames.push(data));
  const viewer = new Viewer({ bufferedAmount: 0, send } as unknown as WebSocket);
  /** Acknowledges each picture after 900 ms. */
  const lag = (from: number, to: number) => {
    for (let number = from; number <= to; number++) {
      viewer.pass(frameOf(number, jpeg));
      vi.advanceTimersByTime(900);
      viewer.noteAck(number);
    }
  };
  return { viewer, frames, notices, lag };
}

const widthOf = async (frame: Buffer | undefined) => (await sharp(frame?.subarray(frameHeader.bytes)).metadata()).width;

it('sends a late viewer reduced pictures and says so, then the original once the page rests', async () => {
  const { viewer, frames, notices, lag } = givenViewer();
  lag(1, 3);
  expect(frames).toEqual([1, 2, 3].map((number) => frameOf(number, jpeg)));
  expect(notices).toEqual([{ type: 'quality', isReduced: true }]);

  viewer.pass(frameOf(4, jpeg));
  await vi.waitFor(() => expect(frames).toHaveLength(4), 10_000);
  const [small] = frames.slice(3);
  viewer.noteAck(4);
  vi.advanceTimersByTime(1_000);

  expect(await widthOf(small)).toBe(size.width / 2);
  expect(small?.length).toBeLessThan(jpeg.length / 2);
  expect(small?.readUInt32BE(frameHeader.number)).toBe(4);
  expect(frames.slice(4)).toEqual([frameOf(4, jpeg)]);
});

it('sends the newest of several pictures, and no original while newer ones follow', async () => {
  const { viewer, frames, lag } = givenViewer();
  lag(1, 3);

  for (const number of [4, 5, 6]) viewer.pass(frameOf(number, jpeg));
  await vi.waitFor(() => expect(frames.map((frame) => frame.readUInt32BE(frameHeader.number))).toContain(6), 10_000);
  viewer.noteAck(4);
  vi.advanceTimersByTime(1_000);

  expect(frames.map((frame) => frame.readUInt32BE(frameHeader.number))).toEqual([1, 2, 3, 4, 6]);
});

it('sends a picture that cannot be reduced as it came', async () => {
  const { viewer, frames, lag } = givenViewer();
  lag(1, 3);
  const odd = frameOf(4, Buffer.concat([jpeg.subarray(0, 3), randomBytes(32 * 1024)]));

  viewer.pass(odd);

  await vi.waitFor(() => expect(frames[3]).toEqual(odd), 10_000);
});

it('decodes no picture that is larger than a session has', async () => {
  const { viewer, frames, lag } = givenViewer();
  lag(1, 3);
  const create = { width: 4_000, height: 4_000, channels: 3, background: '#88aacc' } as const;
  const bomb = frameOf(4, await sharp({ create }).jpeg().toBuffer());

  viewer.pass(bomb);

  await vi.waitFor(() => expect(frames[3]).toEqual(bomb), 10_000);
});

it.each(['png', 'webp', 'gif', 'tiff'] as const)('passes on no %s: a node sends JPEG alone', async (format) => {
  const { viewer, frames } = givenViewer();
  const picture = await sharp(jpeg).resize(64).toFormat(format).toBuffer();

  viewer.pass(frameOf(1, picture));
  viewer.pass(Buffer.alloc(3));
  viewer.pass(frameOf(2, jpeg));

  expect(frames).toEqual([frameOf(2, jpeg)]);
});

it('reduces two pictures at a time for all windows', async () => {
  let [now, most] = [0, 0];
  const decode = vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return jpeg.subarray(0, 8);
  });
  const windows = Array.from({ length: 6 }, givenViewer);

  for (const { viewer, lag } of windows) {
    lag(1, 3);
    viewer.pass(frameOf(4, jpeg));
  }
  await vi.waitFor(() => expect(windows.map(({ frames }) => frames.length)).toEqual(Array(6).fill(4)), 10_000);

  expect(most).toBe(2);
  decode.mockRestore();
});

it('sends nothing more to a window that lost control', async () => {
  const { viewer, frames, lag } = givenViewer();
  lag(1, 3);
  viewer.pass(frameOf(4, jpeg));
  await vi.waitFor(() => expect(frames).toHaveLength(4), 10_000);
  viewer.noteAck(4);

  viewer.close();
  vi.advanceTimersByTime(1_000);

  expect(frames).toHaveLength(4);
});
