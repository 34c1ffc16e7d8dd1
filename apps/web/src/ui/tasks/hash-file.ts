import { runTask } from './task.ts';

/** Digests of a file, lower-case hex; `sm3` is null unless it was requested. */
export interface FileDigests {
  sha256: string;
  sm3: string | null;
}

/** Input of the worker. */
export interface HashTask {
  file: File;
  withSm3: boolean;
}

/** Computes a file's digests in a worker; the file never leaves the browser. @throws TaskError */
export const hashFile = (
  task: HashTask,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<FileDigests> =>
  runTask<FileDigests>(new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }), task, watching);
