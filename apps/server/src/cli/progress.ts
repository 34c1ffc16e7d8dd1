import type { CaptureEvent, CaptureStep, ProofRung } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import type { Words } from './words.ts';

export interface Progress {
  event(event: CaptureEvent): void;
  rung(rung: ProofRung, detail: string): void;
  note(text: string): void;
  /** Erases the live line; call it before printing anything else. */
  end(): void;
}

const marks = { done: '✓', cut: '!', failed: '✗', skipped: '–' } as const;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Prints a line for each finished step to `out` (standard error); on a terminal also a live line for the current step. */
export function showProgress(out: NodeJS.WriteStream, words: Words): Progress {
  let current: CaptureStep | undefined;
  const live = (text: string) => {
    if (out.isTTY) out.write(`\r\x1b[2K${printable(text).slice(0, (out.columns ?? 80) - 1)}`);
  };
  const line = (text: string) => out.write(`${out.isTTY ? '\r\x1b[2K' : ''}${printable(text).trimEnd()}\n`);

  return {
    event(event) {
      if (event.type === 'step' && event.state === 'started') {
        current = event.step;
        live(`  … ${words.step(event.step)}`);
      } else if (event.type === 'step' && event.state !== 'started') {
        // A step that was never reached has the same reason as the capture, which prints it once at the end.
        if (event.state === 'skipped' && event.said.some(({ name }) => name.startsWith('step.'))) return;
        line(
          `  ${marks[event.state]} ${words.step(event.step)}  ${seconds(event.elapsedMs)}  ${words.said(event.said)}`,
        );
      } else if (event.type === 'progress' && current) {
        live(`  … ${words.step(current)}  ${event.requests} ↓ ${megabytes(event.bytes)}  ${event.doing}`);
      }
    },
    rung: (rung, detail) => line(`  ✓ ${words.rung(rung)}  ${detail}`),
    note: (text) => line(`  ! ${text}`),
    end: () => live(''),
  };
}
