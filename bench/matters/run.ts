// Compares an applicant's views and a notary's queues in an account and office with 10³ matters and with 10⁵, in
// separate databases, by alternating queries; then draws, signs and seals the documents of a matter with four signers.
// `node bench/matters/run.ts [large] [rounds]`. Target: p95 of the large office at most 1.3 times that of the small
// one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../apps/server/src/database/database.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import {
  countQueues,
  countViews,
  listMatters,
  listQueue,
} from '../../apps/server/src/features/notarization/list-store.ts';
import { type MatterQueue, type MatterView, matterQueues, matterViews } from '../../libs/contract/src/index.ts';
import { printTable } from '../kit/table.ts';
import { sealFourSigners } from './seal.ts';

const sizes = { small: 1_000, large: Number(process.argv[2] ?? 100_000) };
const rounds = Number(process.argv[3] ?? 200);

interface Office {
  database: Database;
  home: string;
  accountId: string;
  officeId: string;
  staffId: string;
}

/**
 * One matter in this many is open, spread over the states that await an action: an office's history grows faster than
 * its work.
 */
const openEvery = (count: number): number => (count > 10_000 ? 100 : 5);
const stateOf = (every: number) => `case when n % ${every} > 0
  then (array['issued', 'issued', 'issued', 'abandoned', 'rejected'])[1 + n / 10 % 5]
  else (array['submitted', 'accepted', 'identity', 'identity-review', 'scheduling', 'scheduled', 'signing', 'sealing'])[1 + n / ${every} % 8] end`;
const ended = `('issued', 'abandoned', 'rejected')`;

async function makeOffice(count: number): Promise<Office> {
  const home = await mkdtemp(join(tmpdir(), 'bench-matters-'));
  const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
  const { pool } = database;
  const row = { phone: '13900001000', name: 'bench', passwordHash: '', language: 'zh' } as const;
  const login = await database.transaction((db) => insertAccount(db, row));
  if (!login) throw new Error('The account could not be made.');
  const { accountId, id: loginId } = login;
  const idOf = async (sql: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(sql, values)).rows[0]?.id ?? '';
  const staffId = await idOf(
    `insert into staff (role, user_name, name, password_hash, language) values ('notary', 'bench', '陈立', '', 'zh') returning id`,
  );
  const officeId = await idOf(
    `insert into notary_office (name, address, phone, number_prefix, created_at)
     values ('福州市存真公证处', '福州市鼓楼区软件大道 89 号', '0591-87654321', '闽榕', now()) returning id`,
  );
  await pool.query(
    `insert into matter (no, account_id, login_id, kind, state, office_id, notary_id, content_encrypted, created_at, changed_at,
       submitted_at, ended_at, deed_no)
     select 'GZ' || lpad(n::text, 11, '0'), $1, $2, 'declaration', state, $3, case when n % 3 = 0 then $4::uuid end, '\\x00',
       at, at, at, case when state in ${ended} then at end, case when state = 'issued' then 'deed ' || n end
     from (select n, ${stateOf(openEvery(count))} as state, now() - n * interval '7 min' as at from generate_series(1, $5::int) n) made`,
    [accountId, loginId, officeId, staffId, count],
  );
  await pool.query(
    `insert into matter_party (matter_id, place, role, kind, name, id_number_encrypted, id_number_fingerprint, phone)
     select m.id, place, (array['applicant', 'counterparty'])[1 + place], 'person',
       chr(19968 + (hashtext(m.no || place) & 1023)) || chr(19968 + (hashtext(place || m.no) & 1023)), '\\x00', '\\x00',
       '139' || lpad((row_number() over ())::text, 8, '0')
     from matter m cross join generate_series(0, 1) place`,
  );
  await pool.query(
    `insert into matter_step (matter_id, party_id, kind, state, done_at)
     select m.id, p.id, case when m.state = 'signing' then 'sign' else 'id-card' end,
       case when p.place = 0 and hashtext(m.no) % 2 = 0 then 'done' else 'open' end,
       case when p.place = 0 and hashtext(m.no) % 2 = 0 then m.changed_at end
     from matter m join matter_party p on p.matter_id = m.id where m.state in ('identity', 'signing')`,
  );
  await pool.query(
    `update matter m set
       grams = search_grams(m.no || (select array_agg(p.name) from matter_party p where p.matter_id = m.id)),
       has_open_step = exists (select from matter_step s join matter_party p on p.id = s.party_id
         where s.matter_id = m.id and s.state = 'open' and p.role <> 'counterparty')`,
  );
  await pool.query('vacuum full matter');
  for (const table of ['matter', 'matter_party', 'matter_step']) await pool.query(`vacuum (analyze) ${table}`);
  return { database, home, accountId, officeId, staffId };
}

const page = { page: 1, size: 20 } as const;
const view =
  (name: MatterView, search = '') =>
  ({ database, accountId }: Office) =>
    listMatters(database.pool, { accountId, loginId: null }, { ...page, view: name, search });
const queue =
  (name: MatterQueue, o: { whose?: 'mine' | 'unassigned'; page?: number; search?: string } = {}) =>
  ({ database, officeId, staffId }: Office) =>
    listQueue(database.pool, officeId, { ...page, search: '', whose: 'all', ...o, queue: name, staffId });

const asked: Record<string, (office: Office) => Promise<unknown>> = {
  ...Object.fromEntries(matterViews.map((name) => [`view: ${name}`, view(name)])),
  'counts of the views': ({ database, accountId }) => countViews(database.pool, { accountId, loginId: null }),
  ...Object.fromEntries(matterQueues.map((name) => [`queue: ${name}`, queue(name)])),
  'queue: new, of one notary': queue('new', { whose: 'mine' }),
  'queue: new, unassigned': queue('new', { whose: 'unassigned' }),
  'counts of the queues': ({ database, officeId }) => countQueues(database.pool, officeId),
  'search in a queue': queue('done', { search: '一丁' }),
};

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;

async function timeOf(office: Office, ask: (office: Office) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await ask(office);
  return performance.now() - begun;
}

const small = await makeOffice(sizes.small);
const large = await makeOffice(sizes.large);
const table: string[][] = [];
for (const [what, ask] of Object.entries(asked)) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -10; round < rounds; round++) {
    const pair = [await timeOf(small, ask), await timeOf(large, ask)] as const;
    if (round < 0) continue;
    times.small.push(pair[0]);
    times.large.push(pair[1]);
  }
  const of = (share: number) => [percentile(times.small, share), percentile(times.large, share)] as const;
  const ms = ([a, b]: readonly [number, number]) => `${a.toFixed(2)}, ${b.toFixed(2)}`;
  const [p50, p95] = [of(0.5), of(0.95)];
  table.push([what, ms(p50), ms(p95), (p50[1] / p50[0]).toFixed(2), (p95[1] / p95[0]).toFixed(2)]);
}
printTable(['what', `median, ms: ${sizes.small}, ${sizes.large}`, 'p95, ms', 'median ratio', 'p95 ratio'], table);
for (const { database, home } of [small, large]) {
  await database.close();
  await rm(home, { recursive: true, force: true });
}

await sealFourSigners();
