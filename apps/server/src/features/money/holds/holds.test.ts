import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../kit/refusal.ts';
import { useService } from '../../../testing/service.ts';
import { checkLedger, ledgerSums, recordLedgerCheck } from '../ledger/check-store.ts';
import { findBalance, postTransfer } from '../ledger/store.ts';
import { placeHold, releaseHold, settleHold, splitHold } from './holds.ts';

const service = useService();
const pageCents = 1000;
let recharges = 0;

const recharge = (accountId: string, cents: number, key = `recharge:${recharges++}`) =>
  service.database.transaction((db) =>
    postTransfer(db, {
      key,
      kind: 'recharge',
      loginId: null,
      subject: key,
      from: { kind: 'funds', provider: 'test' },
      to: { kind: 'balance', accountId },
      cents,
    }),
  );

async function givePackage(accountId: string, loginId: string, pages: number, days = 30): Promise<void> {
  const { now } = service;
  await service.database.pool.query(
    `with p as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       values ($1, gen_random_uuid()::text, 'evidence', '', '', 1, $2, $3, $4) returning id
     ) insert into package_quota (package_id, service, quota) select id, 'page', $5 from p`,
    [accountId, loginId, now, new Date(now.getTime() + days * 86_400_000), pages],
  );
}

const order = (o: { accountId: string; loginId: string; subject: string; quantity?: number }) =>
  service.database.transaction((db) => placeHold(db, { service: 'page', quantity: 1, now: service.now, ...o }));
const accept = (subject: string) => service.database.transaction((db) => settleHold(db, subject, service.now));
const reject = (subject: string) => service.database.transaction((db) => releaseHold(db, subject, service.now));
const refusedWith = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

const act = fc.oneof(
  fc.record({ kind: fc.constant('recharge' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ kind: fc.constant('package' as const), pages: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('order' as const), n: fc.nat(5), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const), n: fc.nat(5) }),
);

describe('charges in any order', () => {
  it('move only the ordered amounts, and never exceed the funds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        const { accountId, loginId } = await service.given.login({ isWelcomed: false });
        const model = { balance: 0, held: 0, spent: 0, pages: 0 };
        const open = new Map<string, { cents: number; pages: number }>();
        const taken = new Set<string>();
        for (const one of acts) {
          if (one.kind === 'recharge') {
            await recharge(accountId, one.cents);
            model.balance += one.cents;
          } else if (one.kind === 'package') {
            await givePackage(accountId, loginId, one.pages);
            model.pages += one.pages;
          } else {
            const subject = `${accountId}:${one.n}`;
            const held = open.get(subject);
            if (one.kind === 'order') {
              const pages = Math.min(model.pages, one.quantity);
              const cents = (one.quantity - pages) * pageCents;
              const isNew = !held && !taken.has(subject);
              const expected = isNew && cents > model.balance ? 'BALANCE_SHORT' : null;
              expect(await refusedWith(order({ accountId, loginId, subject, quantity: one.quantity }))).toBe(expected);
              if (!isNew || expected) continue;
              open.set(subject, { cents, pages });
              model.balance -= cents;
              model.held += cents;
              model.pages -= pages;
            } else {
              await (one.kind === 'accept' ? accept(subject) : reject(subject));
              if (!held) continue;
              open.delete(subject);
              model.held -= held.cents;
              if (one.kind === 'accept') {
                taken.add(subject);
                model.spent += held.cents;
              } else {
                model.balance += held.cents;
                model.pages += held.pages;
              }
            }
          }
        }
        expect(await findBalance(service.database.pool, accountId)).toEqual({
          balanceCents: model.balance,
          heldCents: model.held,
        });
        expect(await checkLedger(service.database.pool)).toEqual([]);
        const { rows } = await service.database.pool.query<{ left: number }>(
          `select coalesce(sum(quota - used), 0)::int as left from package p join package_quota q on q.package_id = p.id
           where p.account_id = $1`,
          [accountId],
        );
        expect(rows[0]?.left).toBe(model.pages);
      }),
      { numRuns: byTestLength({ short: 10, long: 100 }) },
    );
  }, 120_000);
});

const split = (subject: string, subjects: string[]) =>
  service.database.transaction((db) => splitHold(db, subject, { subjects, now: service.now }));
const unitsUsed = async (accountId: string) => {
  const { rows } = await service.database.pool.query<{ used: number }>(
    `select coalesce(sum(used), 0)::int as used from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1`,
    [accountId],
  );
  return rows[0]?.used;
};

describe('a split hold', () => {
  const terms = fc.record({
    quantity: fc.integer({ min: 1, max: 25 }),
    remaining: fc.integer({ min: 1, max: 25 }),
    packages: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    isEnded: fc.boolean(),
  });

  it('takes no money or units that were not held, even if nothing else is left, and returns the rest', async () => {
    await fc.assert(
      fc.asyncProperty(terms, async ({ quantity, remaining, packages, isEnded }) => {
        const { accountId, loginId } = await service.given.login({ isWelcomed: false });
        const name = (n: number) => `${accountId}:${n}`;
        for (const [n, pages] of packages.entries()) await givePackage(accountId, loginId, pages, 10 + n);
        const units = Math.min(
          quantity,
          packages.reduce((sum, pages) => sum + pages, 0),
        );
        const tier = (count: number) => (count >= 20 ? 900 : pageCents);
        const heldCents = (quantity - units) * tier(quantity);
        if (heldCents > 0) await recharge(accountId, heldCents);
        await order({ accountId, loginId, subject: name(0), quantity });
        // Refunded or expired since: nothing more can be taken from them.
        if (isEnded)
          await service.database.pool.query('update package set expires_at = bought_at where account_id = $1', [
            accountId,
          ]);
        const kept = Math.min(remaining, quantity);

        await split(
          name(0),
          Array.from({ length: kept - 1 }, (_, n) => name(n + 1)),
        );

        const paid = kept - Math.min(units, kept);
        const unitCents =
          paid === 0 ? 0 : kept === quantity ? tier(quantity) : Math.min(tier(kept), Math.floor(heldCents / paid));
        expect(await findBalance(service.database.pool, accountId)).toEqual({
          balanceCents: heldCents - paid * unitCents,
          heldCents: paid * unitCents,
        });
        expect(await unitsUsed(accountId)).toBe(Math.min(units, kept));
        for (let n = 0; n < kept; n++) await accept(name(n));
        expect((await findBalance(service.database.pool, accountId)).heldCents).toBe(0);
        expect(await checkLedger(service.database.pool)).toEqual([]);
      }),
      {
        numRuns: byTestLength({ short: 15, long: 150 }),
        examples: [[{ quantity: 21, remaining: 19, packages: [], isEnded: false }]],
      },
    );
  }, 120_000);

  it('fails if nothing is held, or less than is needed', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await recharge(accountId, pageCents);
    await order({ accountId, loginId, subject: accountId });

    await expect(split(`${accountId}:none`, [])).rejects.toThrow('0 units are held');
    await expect(split(accountId, ['other'])).rejects.toThrow('1 units are held');
    expect(await findBalance(service.database.pool, accountId)).toEqual({ balanceCents: 0, heldCents: pageCents });
  });
});

describe('a balance', () => {
  it('is never overspent by two hundred concurrent holds', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await recharge(accountId, 37 * pageCents + 999);

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => refusedWith(order({ accountId, loginId, subject: `${accountId}:${n}` }))),
    );

    expect(answers.filter((refused) => refused === null)).toHaveLength(37);
    expect(new Set(answers)).toEqual(new Set([null, 'BALANCE_SHORT']));
    expect(await findBalance(service.database.pool, accountId)).toEqual({
      balanceCents: 999,
      heldCents: 37 * pageCents,
    });
  });

  it('is recharged once by a payment, however often it is reported', async () => {
    const { accountId } = await service.given.login({ isWelcomed: false });

    const recharged = await Promise.all(
      Array.from({ length: 20 }, () => recharge(accountId, 500, `payment:${accountId}`)),
    );

    expect(recharged.filter(Boolean)).toHaveLength(1);
    expect(await findBalance(service.database.pool, accountId)).toEqual({ balanceCents: 500, heldCents: 0 });
  });
});

describe('a package', () => {
  it('is used before the balance, soonest expiry first, and never after expiry', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await recharge(accountId, 10 * pageCents);
    await givePackage(accountId, loginId, 2, 60);
    await givePackage(accountId, loginId, 2, 30);
    await givePackage(accountId, loginId, 9, -1);

    await order({ accountId, loginId, subject: `${accountId}:a`, quantity: 3 });
    await order({ accountId, loginId, subject: `${accountId}:b`, quantity: 3 });

    const { rows } = await service.database.pool.query(
      `select q.used from package p join package_quota q on q.package_id = p.id where p.account_id = $1
       order by p.expires_at`,
      [accountId],
    );
    expect(rows.map(({ used }) => used)).toEqual([0, 2, 2]);
    expect(await findBalance(service.database.pool, accountId)).toEqual({
      balanceCents: 8 * pageCents,
      heldCents: 2 * pageCents,
    });
  });

  it('gets held units back once; they are usable again unless it has expired', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await givePackage(accountId, loginId, 5, 1);
    await order({ accountId, loginId, subject: `${accountId}:late`, quantity: 2 });
    const before = service.now;
    const later = (days: number) => {
      service.now = new Date(service.now.getTime() + days * 86_400_000);
    };

    later(2);
    await reject(`${accountId}:late`);
    await reject(`${accountId}:late`);
    await order({ accountId, loginId, subject: `${accountId}:again`, quantity: 2 });
    const third = await refusedWith(order({ accountId, loginId, subject: `${accountId}:third` }));
    later(8);
    await reject(`${accountId}:again`);
    later(8);
    const tooLate = await refusedWith(order({ accountId, loginId, subject: `${accountId}:too late` }));
    service.now = before;

    expect([third, tooLate]).toEqual(['BALANCE_SHORT', 'BALANCE_SHORT']);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('is never overdrawn by a hundred concurrent holds', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await givePackage(accountId, loginId, 40);

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => refusedWith(order({ accountId, loginId, subject: `${accountId}:${n}` }))),
    );

    expect(answers.filter((refused) => refused === null)).toHaveLength(40);
  });
});

describe('a member with a limit', () => {
  it('spends up to the limit in a month, even concurrently, and gets released amounts back', async () => {
    const holder = await service.given.login({ isWelcomed: false });
    const { accountId, loginId } = await service.given.member(holder, ['preserve']);
    await recharge(accountId, 100 * pageCents);
    await service.database.pool.query('update login set spending_limit_cents = $2 where id = $1', [
      loginId,
      3 * pageCents,
    ]);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refusedWith(order({ accountId, loginId, subject: `${loginId}:${n}` }))),
    );
    expect(answers.filter((refused) => refused === null)).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set([null, 'SPENDING_LIMIT']));

    await reject(`${loginId}:${answers.indexOf(null)}`);
    expect(await refusedWith(order({ accountId, loginId, subject: `${loginId}:again` }))).toBe(null);
    service.now = new Date(service.now.getTime() + 32 * 86_400_000);
    expect(await refusedWith(order({ accountId, loginId, subject: `${loginId}:next month` }))).toBe(null);
  });
});

describe('the ledger', () => {
  it('fails the check if it was changed against its rules', async () => {
    const { accountId } = await service.given.login({ isWelcomed: false });
    await recharge(accountId, 100);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select id from ledger_account where account_id = $1 and kind = 'balance'`,
      [accountId],
    );
    const id = rows[0]?.id ?? '';

    await service.database.pool.query('update ledger_account set balance_cents = 200 where id = $1', [id]);
    const found = await checkLedger(service.database.pool);
    await service.database.pool.query('update ledger_account set balance_cents = 100 where id = $1', [id]);

    expect(found).toEqual([{ what: 'balance-is-not-the-sum', subject: id }]);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('fails the check if more of a package is used than charges took', async () => {
    const { accountId, loginId } = await service.given.login({ isWelcomed: false });
    await givePackage(accountId, loginId, 3);
    await order({ accountId, loginId, subject: `${accountId}:used` });
    const use = (units: number) =>
      service.database.pool.query<{ id: string }>(
        `update package_quota set used = used + $2 where package_id = (select id from package where account_id = $1)
         returning package_id as id`,
        [accountId, units],
      );

    const { rows } = await use(1);
    const found = await checkLedger(service.database.pool);
    await use(-1);

    expect(found).toEqual([{ what: 'package-use-is-not-the-sum', subject: rows[0]?.id }]);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('has equal sums with and without the last check’s stored sums', async () => {
    const { accountId } = await service.given.login({ isWelcomed: false });
    const { pool } = service.database;
    await recharge(accountId, 300);
    await postTransfer(pool, {
      key: 'returned',
      kind: 'refund',
      loginId: null,
      subject: 'old',
      from: { kind: 'returning' },
      to: { kind: 'revenue' },
      cents: 7,
    });
    await pool.query(
      `insert into ledger_transfer (key, kind, subject, at, from_account, to_account, cents)
       select 'old', kind, subject, now() - interval '2 hours', from_account, to_account, 3 from ledger_transfer where key = 'returned'`,
    );
    const whole = await ledgerSums(pool);

    await recordLedgerCheck(pool, [], service.now);
    const { rows } = await pool.query<{ sums: object[] }>('select sums from ledger_check');
    const kept = await ledgerSums(pool);
    await recharge(accountId, 5);

    expect(rows[0]?.sums).not.toEqual([]);
    expect(kept).toEqual(whole);
    const balances = (sums: typeof whole) => sums.find(({ account }) => account === 'balance')?.cents;
    expect(balances(await ledgerSums(pool))).toBe((balances(whole) ?? 0) + 5);
  });
});
