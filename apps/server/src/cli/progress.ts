import type { CaptureEvent, CaptureStep, ProofRung } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import type { Words } from './words.ts';

export interface Progress {
  event(event: CaptureEvent): void;
  rung(rung: ProofRung, detail: string): void;
  note(text: string): void;
  /** Takes the live line away; must be called before anything else is printed. */
  end(): void;
}

const marks = { done: '✓', cut: '!', failed: '✗', skipped: '–' } as const;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** One line a finished step; on a terminal also a live line of what goes on now. Written to `out` (standard error). */
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
        // What was never reached was so for a reason that is told once, at the end.
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
