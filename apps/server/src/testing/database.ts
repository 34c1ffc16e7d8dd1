import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';

/**
 * A database of the test file's own, on a server that the files of a run share: to make a server takes seconds, a database
 * much less. What kills its server has one of its own instead. The server ends with the last who leaves it.
 */
export async function makeTestDatabase(): Promise<{ url: string; leave(): Promise<void> }> {
  const { connection, leave } = await openEmbedded(inject('sharedServer'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const { user, host } = connection;
  return { url: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`, leave };
}

export async function openTestDatabase(): Promise<Database> {
  const { url, leave } = await makeTestDatabase();
  const database = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  return {
    ...database,
    async close() {
      await database.close();
      await leave();
    },
  };
}
