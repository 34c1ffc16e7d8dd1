import type { Capture } from './capture.ts';

const everyMs = 500;

/** Reports progress to the caller, at most twice a second and only when something has changed. */
export function startProgress(capture: Capture): { doing(text: string): void; stop(): void } {
  let current = '';
  let reported = '';
  const report = () => {
    const counters = capture.recorder.peek()?.counters();
    if (!counters) return;
    const { requests, bytes, inFlight } = counters;
    const state = `${requests} ${bytes} ${inFlight} ${current}`;
    if (state === reported) return;
    reported = state;
    capture.emit({ type: 'progress', requests, bytes, inFlight, doing: current });
  };
  const timer = setInterval(report, everyMs);
  return {
    doing: (text) => {
      current = text;
    },
    stop: () => clearInterval(timer),
  };
}
