import { DatabaseAway } from './database/away.ts';

/** An error that the operator can't do anything about. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof Error) ||
  [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);

/** Why the service did not start, in one sentence. */
export function startRefusal(error: unknown, isChinese: boolean): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return isChinese
      ? `端口 ${port} 已被其他程序占用。请先停止该程序，或用 PORT 另选端口（网页回放使用其后一个端口，可用 REPLAY_PORT 指定）。`
      : `port ${port} is in use by another program: end that one, or choose another by PORT (replays use the one after it, or REPLAY_PORT).`;
  const why = firstLineOf(error);
  if (!(error instanceof DatabaseAway)) return why;
  return isChinese ? `无法连接数据库（${why}）。` : `the database cannot be reached (${why}).`;
}

/** Node tries every address of a name, and says of all together nothing. */
function firstLineOf(error: unknown): string {
  if (error instanceof AggregateError) return firstLineOf(error.errors[0]);
  const { message, cause } = error as Error;
  return message === '' ? firstLineOf(cause) : (message.split('\n')[0] ?? message);
}
