import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { startWeb, type Visitor, type Web } from './web.ts';

/** Test files of a worker share modules (`isolate: false` in vitest.config.ts), and so also this service. */
let shared: Promise<Web> | undefined;

/**
 * The site on a service shared by all journeys of a worker, because starting one takes seconds. Each journey uses its
 * own phone numbers. A journey that changes things visible to all (settings, prices, announcements, the first
 * operator's sign-in) or counts things without an owner starts its own service with `startWeb`.
 */
export async function openSharedWeb(): Promise<Web> {
  shared ??= startShared();
  const web = await shared;
  await forgetLimits(web.dataDir);
  const visitors: Visitor[] = [];
  return {
    ...web,
    async visit(o) {
      const visitor = await web.visit(o);
      visitors.push(visitor);
      return visitor;
    },
    async close() {
      await Promise.all(visitors.map((visitor) => visitor.close()));
    },
  };
}

/** The service ends with the run (shared-sites.ts), the browser with its worker. */
async function startShared(): Promise<Web> {
  const folder = inject('sharedSites');
  const web = await startWeb({ folder });
  writeFileSync(join(folder, 'pids', String(web.service.pid)), '');
  return web;
}

/** All journeys have the same address, so limits per address are reset for each. */
async function forgetLimits(dataDir: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    await database.pool.query('delete from rate_limit');
  } finally {
    await database.close();
  }
}
