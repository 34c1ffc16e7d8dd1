import { type JobName, type JobOf, jobs, schedules } from '@proofkeep/contract';
import { type Db, PgBoss } from 'pg-boss';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';

export interface Jobs {
  /** Asks for a job in the caller's transaction: it is there once that is committed, and else never was. */
  send<Name extends JobName>(db: Client, name: Name, payload: JobOf<Name>): Promise<void>;
  close(): Promise<void>;
}

export type JobHandlers = { [Name in JobName]: (payload: JobOf<Name>) => Promise<void> };

const names = Object.keys(jobs) as JobName[];
const schema = 'job';
const nobodys = '00000000-0000-0000-0000-000000000000';
/** A worker that was killed is noticed after this long. */
const heartbeatSeconds = 10;
/** Tried again after 1 s, 2 s, 4 s and so on, at most 5 min apart: half a day in all. */
const retries = { retryLimit: 150, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 };
/** Done every minute all the same, or asked for again by whoever waits: what fails is not tried again beside that. */
const isRepeated = (name: JobName): boolean => schedules[name] === '* * * * *' || name === 'ask-payment';
const atOnce: Partial<Record<JobName, number>> = {
  seal: 2,
  certify: 2,
  'send-mail': 2,
  'send-text-message': 4,
  'ask-payment': 4,
  'close-payment': 4,
  'refund-payment': 4,
};

/** Opens the queues, and works on them where handlers are given. `onError` hears of what fails, which is tried again. */
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
    const options = { ...again, heartbeatSeconds, expireInSeconds: 3_600, notify: true };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
    // It learns of a queue when it first needs it, over a connection of its own: in the middle of a transaction, with all the
    // others waiting for that one, there would be none.
    await boss.findJobs(name, { id: nobodys });
    const cron = schedules[name];
    if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }
  if (o.handlers) for (const name of names) await work(boss, name, o.handlers, o.onError);
  return {
    async send(db, name, payload) {
      await boss.send(name, jobs[name].parse(payload), {
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
  const options = { batchSize: 1, localConcurrency: atOnce[name] ?? 1, pollingIntervalSeconds: 2 };
  await boss.work<JobOf<Name>>(name, options, async ([job]) => {
    try {
      if (job) await handlers[name](jobs[name].parse(job.data) as JobOf<Name>);
    } catch (error) {
      onError(error as Error);
      throw error;
    }
  });
}

/** The queue shares our connections, so that a job and what it is about are one transaction. */
const over = (database: Database): Db => ({
  executeSql: (text, values) => database.pool.query(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await database.listen(channel, { message: onNotification, gap: onReconnect });
    return { close: async () => close() };
  },
});
