import { TaskError, type Told } from './task.ts';

const tellEveryMs = 80;

/** Runs the page's task inside a worker and posts its progress and outcome. */
export function onTask<Task, Result>(work: (task: Task, onRead: (readBytes: number) => void) => Promise<Result>): void {
  addEventListener('message', async ({ data }: MessageEvent<Task>) => {
    let toldAt = 0;
    const onRead = (readBytes: number) => {
      if (performance.now() - toldAt < tellEveryMs) return;
      toldAt = performance.now();
      tell<Result>({ readBytes });
    };
    try {
      tell<Result>({ result: await work(data, onRead) });
    } catch (error) {
      if (error instanceof TaskError) tell<Result>({ problem: error.problem });
      else if (isUnreadable(error)) tell<Result>({ problem: 'unreadable' });
      // Unexpected errors reach the page as the worker's `error` event.
      else reportError(error);
    }
  });
}

const tell = <Result>(told: Told<Result>) => postMessage(told);

/** File API §8: errors that a Blob throws if its file was moved, changed or locked. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && ['NotFoundError', 'NotReadableError', 'SecurityError'].includes(error.name);
