import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../database/database.ts';
import { type Embedded, openEmbedded } from '../database/embedded.ts';
import { openJobs } from '../jobs/jobs.ts';

export interface TestDatabase {
  url: string;
  /** Drops the database; its last use. */
  drop(): Promise<void>;
}

export interface TestServer {
  /** Creates an empty database. */
  makeEmpty(): Promise<TestDatabase>;
  /** Creates a database with the current schema and the queues of all jobs, as after the product's first start. */
  makeCurrent(): Promise<TestDatabase>;
}

/** Three files at a time with several services each, of two pools of 16 connections, exceed the default of 100. */
const settings = ['max_connections=300'];
const template = 'current_schema_template';

/**
 * The embedded server of a folder, which several processes may share. The first database starts it, and so does the
 * next one after a failed start or a crash.
 */
export function testServer(folderOf: () => string): TestServer {
  let server: Promise<Embedded> | undefined;
  const open = async (): Promise<Embedded> => {
    server ??= openEmbedded(folderOf(), settings).catch((error) => {
      server = undefined;
      throw error;
    });
    return server;
  };
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const embedded = await open();
    await embedded.ready();
    const client = new pg.Client(embedded.connection);
    // A connection that breaks fails its statements; without a listener it would end the process too.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const makeWith = (make: (client: pg.Client, name: string) => Promise<unknown>): Promise<TestDatabase> =>
    withClient(async (client) => {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await make(client, name);
      // No test restarts this server after a crash, so none needs a COMMIT to wait for the disk.
      await client.query(`alter database ${name} set synchronous_commit = off`);
      // A server with a hundred databases spends its time on vacuuming them.
      return { url: urlOf(client, name), drop: () => withClient((other) => drop(other, name)) };
    });
  return { makeEmpty: () => makeWith(create), makeCurrent: () => makeWith(createCurrent) };
}

const urlOf = ({ user, host }: pg.Client, name: string) =>
  `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;

const create = (client: pg.Client, name: string, from = 'template1') =>
  client.query(`create database ${name} template ${from}`);

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

/** Migrating takes longer than copying: the first caller migrates a template, the others wait and copy it. */
async function createCurrent(client: pg.Client, name: string): Promise<void> {
  // A session lock, released with the connection.
  await client.query(`select pg_advisory_lock(hashtextextended('current schema', 0))`);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) await makeTemplate(client);
  await create(client, name, template);
}

/** The template is renamed when complete, so a killed process leaves no half of one. */
async function makeTemplate(client: pg.Client): Promise<void> {
  const draft = `${template}_${randomBytes(8).toString('hex')}`;
  try {
    await create(client, draft);
    await prepare(urlOf(client, draft));
    await client.query(`alter database ${draft} rename to ${template}`);
  } catch (error) {
    await drop(client, draft).catch(() => {});
    throw error;
  }
}

async function prepare(url: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  try {
    const errors: Error[] = [];
    const jobs = await openJobs(database, { onError: (error) => errors.push(error) });
    await jobs.close();
    if (errors.length > 0) throw new AggregateError(errors, 'The queues could not be created.');
    // pg-boss has made its first pass over the schedules: what was due then, and the time since, belong to no test.
    await database.pool.query('delete from job.job');
    await database.pool.query('update job.version set cron_on = null');
  } finally {
    await database.close();
  }
}
