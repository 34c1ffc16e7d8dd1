// Measures durable money operations per second, each in its own transaction, next to a bare insert and commit on the
// same PostgreSQL in the same run: `node bench/money/run.ts [seconds]`. A payment from the balance is one transfer of
// the ledger (`post`); a held order is a charge with its transfer.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { unpaidAttestations } from '../../apps/server/src/features/attestations/service.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { checkLedger, placeHold, postTransfer, settleHold } from '../../apps/server/src/features/money/service.ts';
import { payFromBalance } from '../../apps/server/src/features/orders/payments/pay.ts';
import { openJobs } from '../../apps/server/src/jobs/jobs.ts';
import { median, printTable } from '../kit/table.ts';

const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
const customers = 16;

const home = await mkdtemp(join(tmpdir(), 'bench-money-'));
const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
const { pool } = database;
const jobs = await openJobs(database, { onError: console.error });
await pool.query('create table bare (id uuid primary key, customer int not null, cents bigint not null)');

const made = await Promise.all(
  Array.from({ length: 2 * customers }, async (_, n) => {
    const row = { phone: `1390000${1000 + n}`, name: 'bench', passwordHash: '', language: 'zh' } as const;
    const login = await database.transaction((db) => insertAccount(db, row));
    if (!login) throw new Error('The account could not be made.');
    const to = { kind: 'balance', accountId: login.accountId } as const;
    const key = `recharge:${n}`;
    const from = { kind: 'funds', provider: 'bench' } as const;
    await database.transaction((db) =>
      postTransfer(db, { key, kind: 'recharge', loginId: login.id, subject: key, from, to, cents: 10 ** 12 }),
    );
    return { accountId: login.accountId, loginId: login.id };
  }),
);
// Buyers accumulate thousands of packages, so other accounts place the orders and pay for each.
const buyers = made.slice(0, customers);
const orderers = made.slice(customers);
const buyer = (client: number) => buyers[client % customers] as (typeof made)[number];
const orderer = (client: number) => orderers[client % customers] as (typeof made)[number];

/** Places orders for a package before the measurement. */
const placed = new Map<string, string[]>();
async function placeOrders(): Promise<void> {
  for (const [n, { accountId, loginId }] of buyers.entries()) {
    // More than any client pays in all rounds; the first client also pays alone.
    const count = (n === 0 ? 2400 : 400) * seconds * rounds;
    const { rows } = await pool.query<{ no: string }>(
      `insert into order_ (no, account_id, login_id, kind, lines, price_version, amount_cents, created_at, expires_at)
       select lpad((coalesce((select max(no::numeric) from order_), 0) + n)::text, 20, '0'), $1, $2, 'package',
         jsonb_build_array(jsonb_build_object('code', code, 'quantity', 1)), version, price_cents, now(), now() + interval '1 day'
       from package_product, generate_series(1, $3) n where code = 'pages-100' returning no`,
      [accountId, loginId, count],
    );
    placed.set(accountId, [...(placed.get(accountId) ?? []), ...rows.map(({ no }) => no)]);
  }
}

const kinds = {
  'insert and commit': async (client: number) => {
    await pool.query('insert into bare values ($1, $2, $3)', [randomUUID(), client, 1000]);
  },
  'payment from the balance': async (client: number) => {
    const { accountId, loginId } = buyer(client);
    const key = `payment:${randomUUID()}`;
    const from = { kind: 'balance', accountId } as const;
    const to = { kind: 'revenue' } as const;
    await postTransfer(pool, { key, kind: 'purchase', loginId, subject: key, from, to, cents: 1000 });
  },
  'order paid from the balance': async (client: number) => {
    const { accountId, loginId } = buyer(client);
    const orderNo = placed.get(accountId)?.pop();
    if (!orderNo) throw new Error('More was paid than was ordered.');
    const o = { orderNo, accountId, loginId, now: new Date(), jobs, subject: unpaidAttestations };
    await database.transaction((db) => payFromBalance(db, o));
  },
  'order held': async (client: number) => {
    const o = { ...orderer(client), service: 'page', quantity: 1, subject: randomUUID(), now: new Date() } as const;
    await database.transaction((db) => placeHold(db, o));
  },
  'order held and taken': async (client: number) => {
    const now = new Date();
    const o = { ...orderer(client), service: 'page', quantity: 1, subject: randomUUID(), now } as const;
    await database.transaction((db) => placeHold(db, o));
    await database.transaction((db) => settleHold(db, o.subject, now));
  },
};
type Kind = keyof typeof kinds;

/** Measures operations per second of this many clients, each with one operation at a time. */
async function rate(kind: Kind, clients: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const lane = async (_: unknown, client: number) => {
    while (performance.now() < end) {
      await kinds[kind](client);
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  return done / seconds;
}

await placeOrders();

const rows: string[][] = [];
for (const clients of [1, 16]) {
  const rates = new Map<Kind, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const kind of Object.keys(kinds) as Kind[])
      rates.set(kind, [...(rates.get(kind) ?? []), await rate(kind, clients)]);
  const bare = median(rates.get('insert and commit') ?? []);
  for (const [kind, measured] of rates)
    rows.push([String(clients), kind, median(measured).toFixed(0), (median(measured) / bare).toFixed(2)]);
}
const problems = await checkLedger(pool);
printTable(['clients', 'act', 'a second', 'of bare'], rows);
console.log(`problems of the ledger: ${problems.length}`);
await jobs.close();
await database.close();
await rm(home, { recursive: true, force: true });
process.exitCode = problems.length === 0 ? 0 : 1;
