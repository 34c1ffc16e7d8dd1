// Compares the evidence list and its search in an account of 10⁴ attestations with one of 10⁶, in separate databases,
// by alternating queries: `node bench/list/run.ts [large] [rounds]`. Target: p95 of the large account at most 1.3 times
// that of the small one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../apps/server/src/database/database.ts';
import {
  countGroups,
  type ListQuery,
  listAttestations,
} from '../../apps/server/src/features/attestations/reading/list-store.ts';
import { termKey } from '../../apps/server/src/features/attestations/search/store.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { printTable } from '../kit/table.ts';

const sizes = { small: 10_000, large: Number(process.argv[2] ?? 1_000_000) };
const rounds = Number(process.argv[3] ?? 300);

/** Words in the attestations: the first ones are in nearly all of them, the last one in one of several thousand. */
const vocabulary = 5_000;
const wordsEach = 12;

interface Account {
  database: Database;
  home: string;
  accountId: string;
}

/** States as in a real account: most attestations are preserved. */
const stateOf = `case when n % 100 < 2 then 'preview' when n % 100 < 3 then 'queuing' when n % 100 < 8 then 'failed' else 'succeeded' end`;

async function makeAccount(count: number): Promise<Account> {
  const home = await mkdtemp(join(tmpdir(), 'bench-list-'));
  const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
  const { pool } = database;
  const row = { phone: '13900001000', name: 'bench', passwordHash: '', language: 'zh' } as const;
  const login = await database.transaction((db) => insertAccount(db, row));
  if (!login) throw new Error('The account could not be made.');
  const { accountId, id: loginId } = login;
  await pool.query('drop index attestation_term_key');
  await pool.query('select setseed(0.5)');
  await pool.query(
    `insert into attestation (ano, account_id, login_id, person_id, url, name, title, labels, state, failure, job, created_at, changed_at)
     select 'PK' || lpad(n::text, 18, '0'), $1, $2, $2, 'https://example.com/' || n, 'w' || n % 97, 'page ' || n,
       array['l' || n % 50], ${stateOf}, case when ${stateOf} = 'failed' then '{"code":"LOAD_TIMEOUT"}'::json end, '{}',
       now() - n * interval '31 s', now() - n * interval '31 s'
     from generate_series(1, $3::int) n`,
    [accountId, loginId, count],
  );
  // Every fifth has a second record, which each row of a list looks up.
  await pool.query(
    `insert into second_record (ano, state, first_place, place)
     select ano, 'delivered', '{"name":"Shanghai","region":"CN-SH"}', '{"name":"Frankfurt","region":"DE-HE"}'
     from attestation where right(ano, 1) in ('0', '5')`,
  );
  const key = (word: string) =>
    `('x' || left(encode(sha256(convert_to($1 || ' ' || ${word}, 'utf8')), 'hex'), 16))::bit(64)::bigint`;
  await pool.query(
    `create temporary table word as select w, ${key(`'w' || w`)} as key from generate_series(0, ${vocabulary} - 1) w`.replaceAll(
      '$1',
      `'${accountId}'`,
    ),
  );
  await pool.query(
    `insert into attestation_term (key, created_at, ano)
     select distinct word.key, drawn.created_at, drawn.ano from (
         select created_at, ano, floor(${vocabulary} * power(random(), 3))::int as w
         from attestation cross join generate_series(1, ${wordsEach}) offset 0) drawn
       join word using (w)
     union all
     select ${key('labels[1]').replace('$1', `'${accountId}'`).replace("|| ' ' ||", "|| ' #' ||")}, created_at, ano from attestation`,
  );
  await pool.query('create unique index attestation_term_key on attestation_term (key, created_at desc, ano)');
  await pool.query('vacuum (analyze) attestation');
  await pool.query('vacuum (analyze) second_record');
  await pool.query('vacuum (analyze) attestation_term');
  return { database, home, accountId };
}

const any = (most: number) => Math.floor(Math.random() * most);
const page = { page: 1, size: 20, isCounted: false } as const;
/** A cursor in the account, at this share of its rows. */
const cursorAt = async ({ database }: Account, share: number, count: number) => {
  const { rows } = await database.pool.query<{ at: string; ano: string }>(
    'select created_at::text as at, ano from attestation where ano = $1',
    [`PK${String(1 + Math.floor(share * (count - 1))).padStart(18, '0')}`],
  );
  return Buffer.from(JSON.stringify([rows[0]?.at, rows[0]?.ano])).toString('base64url');
};

/** The measured queries: each returns the query for one round, the same for both accounts. */
const kinds: Record<string, () => Partial<ListQuery> & { share?: number; isCounting?: boolean }> = {
  'first page': () => ({}),
  'page after a cursor': () => ({ share: Math.random() * 0.9 }),
  'tab: needs attention': () => ({ group: 'attention' }),
  'tab: preserved, after a cursor': () => ({ group: 'preserved', share: Math.random() * 0.9 }),
  label: () => ({ labels: [`l${any(50)}`] }),
  'frequent word': () => ({ search: `w${any(10)}` }),
  'usual word': () => ({ search: `w${100 + any(900)}` }),
  'rare word': () => ({ search: `w${2_000 + any(vocabulary - 2_000)}` }),
  'frequent and usual word': () => ({ search: `w${any(10)} w${100 + any(200)}` }),
  'usual word, one tab': () => ({ search: `w${100 + any(200)}`, group: 'preserved' }),
  'usual word, after a cursor': () => ({ search: `w${100 + any(200)}`, share: Math.random() * 0.3 }),
  'counts of the tabs': () => ({ isCounting: true }),
  'counts of a search': () => ({ isCounting: true, search: `w${any(300)}` }),
};

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;

async function timeOf(account: Account, count: number, wanted: ReturnType<(typeof kinds)[string]>): Promise<number> {
  const { share, isCounting, ...query } = wanted;
  const cursor = share === undefined ? undefined : await cursorAt(account, share, count);
  const scope = { accountId: account.accountId, loginId: null };
  const begun = performance.now();
  if (isCounting) await countGroups(account.database.pool, scope, query);
  else await listAttestations(account.database.pool, scope, { ...page, ...query, cursor });
  return performance.now() - begun;
}

const begun = performance.now();
const small = await makeAccount(sizes.small);
const large = await makeAccount(sizes.large);
console.log(
  `Accounts of ${sizes.small} and ${sizes.large}, made in ${Math.round((performance.now() - begun) / 1000)} s.`,
);
// Must equal the service's key; otherwise the searches find nothing.
const { rows: known } = await large.database.pool.query('select from attestation_term where key = $1 limit 1', [
  termKey(large.accountId, 'w0'),
]);
if (known.length === 0) throw new Error('The words were not indexed as the service does.');

const table: string[][] = [];
for (const [kind, make] of Object.entries(kinds)) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -20; round < rounds; round++) {
    const wanted = make();
    const ofSmall = await timeOf(small, sizes.small, wanted);
    const ofLarge = await timeOf(large, sizes.large, wanted);
    if (round < 0) continue;
    times.small.push(ofSmall);
    times.large.push(ofLarge);
  }
  const [p50, p95] = [0.5, 0.95].map(
    (share) => [percentile(times.small, share), percentile(times.large, share)] as const,
  );
  const ms = ([a, b]: readonly [number, number] = [0, 0]) => `${a.toFixed(2)}, ${b.toFixed(2)}`;
  table.push([kind, ms(p50), ms(p95), ((p95?.[1] ?? 0) / (p95?.[0] ?? 1)).toFixed(2)]);
}
printTable(['what', 'median, ms: 10⁴, large', 'p95, ms: 10⁴, large', 'p95 ratio'], table);

for (const { database, home } of [small, large]) {
  await database.close();
  await rm(home, { recursive: true, force: true });
}
