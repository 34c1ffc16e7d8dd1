import { readdir, readFile } from 'node:fs/promises';
import type { Client } from './client.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the schema forward: plain SQL files in the order of their names, all that are new in the caller's one transaction,
 * under a lock that lets one process do it. There is no way back.
 * @throws Error when PostgreSQL is older than what migrations are written for, or the database is that of a newer release
 */
export async function migrate(client: Client): Promise<void> {
  await requireRelease(client);
  await client.query(`select pg_advisory_xact_lock(hashtextextended('migrate', 0))`);
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  const applied = rows.map((row) => row.name);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0)
    throw new Error(`The database is that of a newer release, with ${unknown.join(', ')}: use that one.`);
  for (const name of files.filter((file) => !applied.includes(file))) {
    await client.query(await readFile(new URL(name, folder), 'utf8'));
    await client.query('insert into migration (name) values ($1)', [name]);
  }
}

/** `uuidv7()` and others are there from this one on. */
const oldestRelease = 18;

async function requireRelease(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
  );
  const [server] = rows;
  if (Math.floor(Number(server?.server_version_num) / 10_000) < oldestRelease)
    throw new Error(`PostgreSQL ${oldestRelease} or newer is needed, and this is ${server?.server_version}.`);
}
