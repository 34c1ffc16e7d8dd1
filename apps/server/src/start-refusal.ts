import { DatabaseAway } from './database/database-away.ts';

/** Whether the error is a bug that the operator can't fix. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof Error) ||
  [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);

/** Returns one sentence on why the service did not start. */
export function startRefusal(error: unknown, isChinese: boolean): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return isChinese
      ? `端口 ${port} 已被其他程序占用。请先停止该程序，或用 PORT 另选端口（网页回放使用其后一个端口，可用 REPLAY_PORT 指定）。`
      : `port ${port} is in use by another program: stop it, or set PORT to another one (replays use the port after it, or REPLAY_PORT).`;
  const why = firstLineOf(error);
  if (!(error instanceof DatabaseAway)) return why;
  return isChinese ? `无法连接数据库（${why}）。` : `the database cannot be reached (${why}).`;
}

/** Node tries every address of a name and gives the combined error no message. */
function firstLineOf(error: unknown): string {
  if (error instanceof AggregateError) return firstLineOf(error.errors[0]);
  const { message, cause } = error as Error;
  return message === '' ? firstLineOf(cause) : (message.split('\n')[0] ?? message);
}
