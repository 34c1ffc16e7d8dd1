import { createHash } from 'node:crypto';
import type { Client } from '../../../database/client.ts';
import type { Facts } from './words.ts';

/** The key of a word in an account: 64 bits of a digest, so long words don't enlarge the index. */
export const termKey = (accountId: string, word: string): string =>
  createHash('sha256').update(`${accountId} ${word}`).digest().readBigInt64BE(0).toString();

export interface IndexedRow extends Facts {
  accountId: string;
  /** Indexed words; null if not indexed yet. */
  factWords: string[] | null;
  pageWords: string[];
}

/** Locks the row, so that of two concurrent indexings the later one sees the words of the earlier. */
export async function lockIndexed(db: Client, ano: string): Promise<IndexedRow | undefined> {
  const { rows } = await db.query<IndexedRow & object>(
    `select a.ano, account_id as "accountId", url, name, title, remark, labels,
       array(select f.name from attestation_file f where f.ano = a.ano order by f.n limit 20) as "fileNames",
       array_remove(array(select encode(sha256, 'hex') from attestation_file f where f.ano = a.ano order by f.n limit 20)
         || encode(manifest_sha256, 'hex'), null) as digests,
       w.facts as "factWords", coalesce(w.page, '{}') as "pageWords"
     from attestation a left join attestation_words w on w.ano = a.ano
     where a.ano = $1 and account_id is not null for no key update of a`,
    [ano],
  );
  return rows[0];
}

/** Attestations of a submission whose words are not indexed. */
export async function findUnindexed(db: Client, submissionId: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation a where submission_id = $1
       and not exists (select from attestation_words w where w.ano = a.ano) order by created_at, ano limit $2`,
    [submissionId, most],
  );
  return rows.map(({ ano }) => ano);
}

export interface WordChange {
  ano: string;
  factWords: readonly string[];
  pageWords: readonly string[];
  addedKeys: readonly string[];
  removedKeys: readonly string[];
}

export async function saveWords(db: Client, o: WordChange): Promise<void> {
  await db.query(
    `insert into attestation_words (ano, facts, page) values ($1, $2, $3)
     on conflict (ano) do update set facts = excluded.facts, page = excluded.page`,
    [o.ano, o.factWords, o.pageWords],
  );
  if (o.removedKeys.length > 0)
    await db.query(
      `delete from attestation_term t using attestation a
       where a.ano = $1 and t.key = any($2::bigint[]) and t.created_at = a.created_at and t.ano = a.ano`,
      [o.ano, o.removedKeys],
    );
  if (o.addedKeys.length > 0)
    await db.query(
      `insert into attestation_term (key, created_at, ano)
       select key, created_at, ano from attestation, unnest($2::bigint[]) as key where ano = $1 on conflict do nothing`,
      [o.ano, o.addedKeys],
    );
}

const countedPerKey = 1_000;

/**
 * The keys, rarest first: by their number of attestations up to a limit, and beyond it by how far back the newest of them
 * reach, because the newest of a frequent word are all recent.
 */
export async function sortByRarity(db: Client, keys: readonly string[]): Promise<string[]> {
  if (keys.length < 2) return [...keys];
  const { rows } = await db.query<{ key: string }>({
    name: 'rarest-terms',
    text: `select asked.key::text as key from unnest($1::bigint[]) as asked (key)
     cross join lateral (
       select count(*) as count, min(created_at) as oldest from (
         select created_at from attestation_term t where t.key = asked.key order by created_at desc limit ${countedPerKey}
       ) few
     ) newest
     order by newest.count, newest.oldest`,
    values: [keys],
  });
  return rows.map(({ key }) => key);
}
