import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';

interface TestDatabase {
  url: string;
  leave(): Promise<void>;
}

/**
 * Creates an empty database for one test file on a server shared by the run: starting a server takes seconds, a
 * database much less. Tests that kill the server start one of their own. The last file to leave stops the server.
 */
export const makeTestDatabase = (): Promise<TestDatabase> => madeWith((client, name) => create(client, name));

/** Creates a database with the current schema. */
export async function openTestDatabase(): Promise<Database> {
  const { url, leave } = await madeWith(createCurrent);
  const database = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  return {
    ...database,
    async close() {
      await database.close();
      await leave();
    },
  };
}

async function madeWith(make: (client: pg.Client, name: string) => Promise<unknown>): Promise<TestDatabase> {
  const { connection, leave } = await openEmbedded(inject('sharedServer'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client(connection);
  await client.connect();
  await make(client, name);
  // No test restarts this server after a crash, so none needs a COMMIT to wait for the disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  return { url: urlOf(client, name), leave };
}

const urlOf = ({ user, host }: pg.Client, name: string) =>
  `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;

const create = (client: pg.Client, name: string, template = 'template1') =>
  client.query(`create database ${name} template ${template}`);

/** Migrating takes longer than copying: the first caller migrates a template, the others wait and copy it. */
async function createCurrent(client: pg.Client, name: string): Promise<void> {
  const current = 'current_schema_template';
  // A session lock, released with the connection.
  await client.query(`select pg_advisory_lock(hashtextextended('current schema', 0))`);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [current]);
  if (rowCount === 0) {
    const draft = `${current}_${randomBytes(8).toString('hex')}`;
    await create(client, draft);
    await (await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: urlOf(client, draft) })).close();
    await client.query(`alter database ${draft} rename to ${current}`);
  }
  await create(client, name, current);
}
