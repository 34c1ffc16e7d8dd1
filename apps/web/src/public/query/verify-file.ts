import type { DeedProof, FileReport } from '@proofkeep/verify';
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
  /** `instructions`: text of `VERIFY.txt` in both languages; null unless a bundle of evidence passed. */
  | { kind: 'report'; report: FileReport; instructions: string | null };

/** `anchors` is the text of an `anchors.json`. */
export interface VerifyTask {
  anchors: string;
  file?: File;
  /** Statement of a deed with its proof in the log. */
  deed?: { statement: string; proof: string };
  /** A document to compare with a deed's documents. */
  pdf?: File;
  /** Distinguishes a task about a deed from one about the anchors. */
  isDeed?: true;
}

/** Result of checking a deed. */
export interface DeedOutcome {
  proof: DeedProof | null;
  digests: { sha256: string; documentSha256: string | null } | null;
}

const worker = () => new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });

/** Verifies a bundle or a certificate; it never leaves the browser. @throws TaskError */
export const verifyFile = (
  task: Required<Pick<VerifyTask, 'anchors' | 'file'>>,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<Outcome> => runTask<Outcome>(worker(), task, watching);

/** @throws TaskError `anchors-invalid` */
export const readTrust = (anchors: string): Promise<Trust> =>
  runTask<Trust>(worker(), { anchors } satisfies VerifyTask);

/** Checks a deed's proof, and digests a document; the file never leaves the browser. @throws TaskError */
export const checkDeed = (
  task: Omit<VerifyTask, 'file' | 'isDeed'>,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<DeedOutcome> => runTask<DeedOutcome>(worker(), { ...task, isDeed: true } satisfies VerifyTask, watching);
