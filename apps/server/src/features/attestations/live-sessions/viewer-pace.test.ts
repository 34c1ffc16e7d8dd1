import { expect, it } from 'vitest';
import { ViewerPace } from './viewer-pace.ts';

/** A viewer that acknowledges each frame after a delay. */
function givenViewer() {
  const pace = new ViewerPace();
  let nowMs = 0;
  let frame = 0;
  return {
    pace,
    watch(frames: number, delayMs: number) {
      for (let i = 0; i < frames; i++) {
        pace.noteSent(++frame, nowMs);
        nowMs += delayMs;
        pace.noteAck(frame, nowMs);
      }
      return pace.isReduced;
    },
  };
}

it('reduces the pictures after three late acknowledgements in a row, not after single ones', () => {
  const { watch } = givenViewer();

  expect([watch(2, 900), watch(1, 100), watch(2, 900)]).toEqual([false, false, false]);
  expect(watch(1, 900)).toBe(true);
});

it('tries the original pictures again after ten seconds without a late one', () => {
  const { watch } = givenViewer();
  watch(3, 900);

  expect(watch(99, 100)).toBe(true);
  expect(watch(3, 100)).toBe(false);
});

it('doubles the wait after a failed try, and resets it to ten seconds after a long time without late frames', () => {
  const { watch } = givenViewer();
  watch(3, 900);
  watch(102, 100);
  watch(3, 900);

  expect(watch(199, 100)).toBe(true);
  expect(watch(3, 100)).toBe(false);
  watch(700, 100);
  watch(3, 900);
  expect(watch(102, 100)).toBe(false);
});

it('counts a frame once, and earlier ones as acknowledged with it', () => {
  const pace = new ViewerPace();
  for (const frame of [1, 2, 3]) pace.noteSent(frame, 0);

  for (const frame of [3, 3, 2, 1]) pace.noteAck(frame, 5_000);

  expect(pace.isReduced).toBe(false);
});
