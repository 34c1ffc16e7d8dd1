import type { Report } from '@proofkeep/verify';
import { runTask } from '../../ui/tasks/task.ts';
import type { FileKind } from './file-kind.ts';

/** Roots and logs named by the chosen anchors, for comparing with what their owner publishes elsewhere. */
export interface Trust {
  /** `sha256` of the DER certificate, lower-case hex. */
  roots: { subject: string; sha256: string; validUntil: string }[];
  logs: { name: string; vkey: string }[];
}

export type Outcome =
  | { kind: Exclude<FileKind, 'bundle'> }
  /** `instructions`: text of `VERIFY.txt` in both languages; null unless the bundle passed. */
  | { kind: 'bundle'; report: Report; instructions: string | null };

/** `anchors` is the text of an `anchors.json`. */
export interface VerifyTask {
  anchors: string;
  file?: File;
}

const worker = () => new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });

/** Verifies a bundle; it never leaves the browser. @throws TaskError */
export const verifyFile = (
  task: Required<VerifyTask>,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<Outcome> => runTask<Outcome>(worker(), task, watching);

/** @throws TaskError `anchors-invalid` */
export const readTrust = (anchors: string): Promise<Trust> =>
  runTask<Trust>(worker(), { anchors } satisfies VerifyTask);
