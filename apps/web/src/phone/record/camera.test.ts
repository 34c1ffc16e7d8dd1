import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCamera } from './camera.ts';

const stop = vi.fn<() => void>();
const stream = { getTracks: () => [{ stop }, { stop }] };
/** Answers the question whether the page may use the camera. */
let allow: () => void;

beforeEach(() => {
  const getUserMedia = () =>
    new Promise((resolve) => {
      allow = () => resolve(stream);
    });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  stop.mockClear();
});

it('the camera stays open for a page that waits for it', async () => {
  const opening = openCamera(new AbortController().signal);
  allow();

  expect(await opening).toBe(stream);
  expect(stop).not.toHaveBeenCalled();
});

it('camera and microphone are closed if the page was left before they opened', async () => {
  const leaving = new AbortController();
  const opening = openCamera(leaving.signal);
  leaving.abort();
  allow();

  expect(await opening).toBeNull();
  expect(stop).toHaveBeenCalledTimes(2);
});
