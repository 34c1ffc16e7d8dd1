import { inject } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { type TestDatabase, testServer } from './test-server.ts';

/**
 * Test files of a worker share modules (`isolate: false` in vitest.config.ts), and so also this lease of the server: a
 * server that stopped with each file would start again for the next. shared-server.ts stops it.
 */
const shared = testServer(() => inject('sharedServer'));

/**
 * Creates an empty database for one test file on a server shared by the run: starting a server takes seconds, creating
 * a database much less. Tests that kill the server start their own.
 */
export const makeTestDatabase = (): Promise<TestDatabase> => shared.makeEmpty();

/** Creates a database with the current schema and the queues of all jobs, as after the product's first start. */
export const makeCurrentDatabase = (): Promise<TestDatabase> => shared.makeCurrent();

export async function openTestDatabase(): Promise<Database> {
  const { url, drop } = await makeCurrentDatabase();
  const database = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
