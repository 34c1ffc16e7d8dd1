/** Why a worker's task failed; `unreadable`: the browser can no longer read the file. */
export type TaskProblem = 'unreadable' | 'anchors-invalid' | 'insecure-page' | 'old-browser' | 'stopped';

export type TaskMessage<Result> = { readBytes: number } | { result: Result } | { problem: TaskProblem };

export class TaskError extends Error {
  override name = 'TaskError';
  readonly problem: TaskProblem;

  constructor(problem: TaskProblem, message: string = problem) {
    super(message);
    this.problem = problem;
  }
}

export const problemOf = (error: unknown): TaskProblem => (error instanceof TaskError ? error.problem : 'stopped');

interface TaskOptions {
  /** Called with the number of bytes read so far. */
  onRead?: (readBytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Runs one task in a worker, which keeps the page responsive, and terminates the worker afterwards.
 * @throws TaskError, or the signal's reason if it was aborted
 */
export function runTask<Result>(worker: Worker, task: unknown, { onRead, signal }: TaskOptions = {}): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage<Result>>) => {
      if ('readBytes' in data) onRead?.(data.readBytes);
      else if ('result' in data) resolve(data.result);
      else reject(new TaskError(data.problem));
    });
    worker.addEventListener('error', ({ message }) => reject(new TaskError('stopped', message)));
    signal?.addEventListener('abort', () => reject(signal.reason));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
