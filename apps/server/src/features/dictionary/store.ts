import type { DictionaryName, DictionaryVersion } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export type Json = DictionaryVersion['value'];

interface Row extends Omit<DictionaryVersion, 'at'> {
  at: Date;
}

const columns = `d.name, d.version, d.value, d.at, s.name as by, d.restores`;
const versionOf = ({ at, ...row }: Row): DictionaryVersion => ({ ...row, at: at.toISOString() });

/** The latest version of each dictionary that was ever set. */
export async function presentVersions(db: Client, names: readonly DictionaryName[]): Promise<DictionaryVersion[]> {
  const { rows } = await db.query(
    `select distinct on (d.name) ${columns} from dictionary_version d join staff s on s.id = d.staff_id
     where d.name = any($1) order by d.name, d.version desc`,
    [names],
  );
  return (rows as unknown as Row[]).map(versionOf);
}

export async function versionsOf(db: Client, name: DictionaryName, most: number): Promise<DictionaryVersion[]> {
  const { rows } = await db.query(
    `select ${columns} from dictionary_version d join staff s on s.id = d.staff_id
     where d.name = $1 order by d.version desc limit $2`,
    [name, most],
  );
  return (rows as unknown as Row[]).map(versionOf);
}

export async function findVersion(db: Client, name: DictionaryName, version: number): Promise<Json | undefined> {
  const { rows } = await db.query<{ value: Json }>(
    'select value from dictionary_version where name = $1 and version = $2',
    [name, version],
  );
  return rows[0]?.value;
}

/** Adds the version after the edited one. @returns false if it already exists */
export async function insertVersion(
  db: Client,
  o: { name: DictionaryName; version: number; value: Json; at: Date; staffId: string; restores: number | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into dictionary_version (name, version, value, at, staff_id, restores)
     select $1, $2, $3, $4, $5, $6
     where $2 = 1 + coalesce((select max(version) from dictionary_version where name = $1), 0)
     on conflict (name, version) do nothing`,
    [o.name, o.version, JSON.stringify(o.value), o.at, o.staffId, o.restores],
  );
  return rowCount === 1;
}
