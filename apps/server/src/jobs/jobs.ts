import { type JobName, type JobOf, jobs, schedules } from '@proofkeep/contract';
import { type Db, PgBoss } from 'pg-boss';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';

export interface Jobs {
  /** Enqueues a job in the caller's transaction: a rollback removes it. */
  send<Name extends JobName>(db: Client, name: Name, payload: JobOf<Name>): Promise<void>;
  close(): Promise<void>;
}

export type JobHandlers = { [Name in JobName]: (payload: JobOf<Name>) => Promise<void> };

const names = Object.keys(jobs) as JobName[];
const schema = 'job';
const noJob = '00000000-0000-0000-0000-000000000000';
/** The largest export, 50 GiB, from a slow bucket. */
const exportLimitSeconds = 6 * 3_600;
/** Time until a killed worker is noticed. */
const heartbeatSeconds = 10;
/** Retries after 1 s, 2 s, 4 s and so on, at most 5 min apart, for half a day in all. */
const retries = { retryLimit: 150, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 };
/** Jobs that run every minute anyway, or that a waiting user enqueues again, need no retries. */
const isRepeated = (name: JobName): boolean => schedules[name] === '* * * * *' || name === 'ask-payment';
const concurrency: Partial<Record<JobName, number>> = {
  seal: 2,
  'seal-files': 2,
  certify: 2,
  'send-mail': 2,
  'send-text-message': 4,
  'ask-payment': 4,
  'close-payment': 4,
  'refund-payment': 4,
};

/** Jobs that polling visitors keep enqueuing run at most once in this many seconds. */
const onceInSeconds: Partial<Record<JobName, number>> = { 'make-sample': 60 };

/**
 * Opens the queues and, if handlers are given, starts workers. @param o.onError called for each failure, also before a
 * retry
 */
export async function openJobs(
  database: Database,
  o: { handlers?: JobHandlers; onError: (error: Error) => void },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: over(database),
    schema,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', o.onError);
  await boss.start();
  for (const name of names) {
    const again = isRepeated(name) ? { retryLimit: 0 } : retries;
    const expireInSeconds = name === 'export-data' ? exportLimitSeconds : 3_600;
    const options = { ...again, heartbeatSeconds, expireInSeconds, notify: true };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
    // pg-boss loads a queue on first use, over a connection of its own. If that happened inside a transaction while all
    // other connections wait for it, no connection would be free.
    await boss.findJobs(name, { id: noJob });
    const cron = schedules[name];
    if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }
  if (o.handlers) for (const name of names) await work(boss, name, o.handlers, o.onError);
  return {
    async send(db, name, payload) {
      const singletonSeconds = onceInSeconds[name];
      await boss.send(name, jobs[name].parse(payload), {
        ...(singletonSeconds !== undefined && { singletonSeconds }),
        db: { executeSql: (text, values) => db.query(text, values) },
      });
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

async function work<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  onError: (error: Error) => void,
): Promise<void> {
  const options = { batchSize: 1, localConcurrency: concurrency[name] ?? 1, pollingIntervalSeconds: 2 };
  await boss.work<JobOf<Name>>(name, options, async ([job]) => {
    try {
      if (job) await handlers[name](jobs[name].parse(job.data) as JobOf<Name>);
    } catch (error) {
      onError(error as Error);
      throw error;
    }
  });
}

/** Gives pg-boss our pool, so that a job and its change share a transaction. */
const over = (database: Database): Db => ({
  executeSql: (text, values) => database.pool.query(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await database.listen(channel, { message: onNotification, gap: onReconnect });
    return { close: async () => close() };
  },
});
