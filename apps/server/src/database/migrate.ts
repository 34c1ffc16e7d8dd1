import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Client } from './client.ts';

/** SQL that is applied once and must not change afterwards; `sha256` (of the SQL) shows if it did. */
export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

const baseName = '0001_base';

/**
 * Brings the schema forward: migration 1 is the base (all files of `schema/`), then the numbered files of
 * `migrations/`. New ones are applied in the caller's transaction, under a lock that one process holds at a time.
 * Migrations can't be reverted. @throws Error, leaving the database unchanged, if PostgreSQL is too old, the database
 * belongs to a newer release, or an applied migration has changed
 */
export async function migrate(client: Client, migrations?: readonly Migration[]): Promise<void> {
  const shipped = migrations ?? (await readMigrations());
  await requireRelease(client);
  await client.query(`select pg_advisory_xact_lock(hashtextextended('migrate', 0))`);
  await client.query(`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  await refuseForerunner(client);
  const { rows } = await client.query<Migration>('select name, sha256 from migration order by name');
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  requireKnown([...applied.keys()], shipped);
  for (const { name, sql, sha256 } of shipped) {
    if (!applied.has(name)) {
      await client.query(sql);
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
    } else if (applied.get(name) !== sha256) throw changed(name);
  }
}

/** The migrations of this release, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const base = (await readFolder('./schema/')).map(({ text }) => text).join('\n');
  const later = await readFolder('./migrations/');
  return [toMigration(baseName, base), ...later.map(({ name, text }) => toMigration(name, text))];
}

export const toMigration = (name: string, sql: string): Migration => ({
  name,
  sql,
  sha256: createHash('sha256').update(sql).digest('hex'),
});

async function readFolder(path: string): Promise<{ name: string; text: string }[]> {
  const folder = new URL(path, import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}

function requireKnown(applied: string[], shipped: readonly Migration[]): void {
  const unknown = applied.filter((name) => !shipped.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(`The database is that of a newer release, with ${unknown.join(', ')}: use that one.`);
}

const changed = (name: string): Error =>
  new Error(
    `The database was made by another version of ${name} and is unchanged: use the release that made it, ` +
      'or set DATA_DIR (or DATABASE_URL) to a new place and keep this one while its evidence is needed.',
  );

/** Databases from before the base were made by files from `0001_log.sql` on, without checksums. */
async function refuseForerunner(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from migration where name = '0001_log.sql'`);
  if (rowCount !== 0) throw changed(baseName);
}

/** The first release with `uuidv7()` and other functions we use. */
const oldestRelease = 18;

async function requireRelease(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
  );
  const [server] = rows;
  if (Math.floor(Number(server?.server_version_num) / 10_000) < oldestRelease)
    throw new Error(`PostgreSQL ${oldestRelease} or newer is needed, and this is ${server?.server_version}.`);
}
