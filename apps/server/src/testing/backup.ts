import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';

/** Keeps owners and modes. Ignores files that appear or vanish meanwhile, as backup programs do. */
const copy = (from: string, to: string) => void spawnSync('cp', ['-a', from, to]);

/**
 * Backs up a running installation in the order of docs/operating.md, in separate steps so that work can continue
 * between them. Each copies into the folder from which `restore` makes a data folder.
 */
export function backUp(dataDir: string, to: string) {
  const cluster = join(to, 'postgres', 'data');
  return {
    async keysAndLog(): Promise<void> {
      await mkdir(join(to, 'postgres'), { recursive: true });
      for (const name of ['keys', 'trust', 'tlog']) copy(join(dataDir, name), join(to, name));
    },
    /** PostgreSQL 18 documentation, §25.3.4, a base backup by the low-level functions. */
    database(database: Database): Promise<void> {
      return database.withClient(async (client) => {
        await client.query(`select pg_backup_start('backup', true)`);
        copy(join(dataDir, 'postgres', 'data'), join(to, 'postgres'));
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
        // The WAL written during the copy; recovery uses it to bring all files to one moment.
        rmSync(join(cluster, 'pg_wal'), { recursive: true });
        copy(join(dataDir, 'postgres', 'data', 'pg_wal'), cluster);
        for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster, name), { force: true });
        await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
        const { uid, gid } = statSync(cluster);
        await chown(join(cluster, 'backup_label'), uid, gid);
        await chown(join(to, 'postgres'), uid, gid);
      });
    },
    store: async (): Promise<void> => copy(join(dataDir, 'store'), join(to, 'store')),
  };
}
