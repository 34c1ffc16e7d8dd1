import { TaskError, type TaskMessage } from './task.ts';

const postEveryMs = 80;

/** Runs the page's task inside a worker and posts its progress and outcome. */
export function onTask<Task, Result>(work: (task: Task, onRead: (readBytes: number) => void) => Promise<Result>): void {
  addEventListener('message', async ({ data }: MessageEvent<Task>) => {
    let postedAt = 0;
    const onRead = (readBytes: number) => {
      if (performance.now() - postedAt < postEveryMs) return;
      postedAt = performance.now();
      post<Result>({ readBytes });
    };
    try {
      post<Result>({ result: await work(data, onRead) });
    } catch (error) {
      if (error instanceof TaskError) post<Result>({ problem: error.problem });
      else if (isUnreadable(error)) post<Result>({ problem: 'unreadable' });
      // Unexpected errors reach the page as the worker's `error` event.
      else reportError(error);
    }
  });
}

const post = <Result>(message: TaskMessage<Result>) => postMessage(message);

/** File API §8: errors that a Blob throws if its file was moved, changed or locked. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && ['NotFoundError', 'NotReadableError', 'SecurityError'].includes(error.name);
