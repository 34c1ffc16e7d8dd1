import {
  accountCalls,
  attestationCalls,
  moneyCalls as calls,
  type PriceContent,
  type Service,
  services,
  welcomeCode,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../kit/refusal.ts';
import { goodPassword, type Login, useService } from '../../../testing/service.ts';
import { placeHold } from '../holds/holds.ts';
import { requireFunds } from './quotes.ts';

const service = useService();
const { ask, given } = service;
const day = 86_400_000;

/** The current list, as an operator would start the next draft. */
async function presentContent(token: string): Promise<{ version: number; content: PriceContent }> {
  const { version } = (await ask(calls.currentPrices, {})).data;
  return { version, content: (await ask(calls.consolePriceList, { version }, { as: token })).data.content };
}

const withTiers = (
  content: PriceContent,
  of: Service,
  tiers: PriceContent['prices'][number]['tiers'],
): PriceContent => ({
  ...content,
  prices: content.prices.map((one) => (one.service === of ? { service: of, tiers } : one)),
});

async function publish(token: string, content: PriceContent, from: string | null = null) {
  const { version } = (await ask(calls.currentPrices, {})).data;
  const { draft } = (await ask(calls.consolePrices, {}, { as: token })).data;
  const saved = await ask(calls.savePriceDraft, { revision: draft?.revision ?? 0, content }, { as: token });
  return ask(calls.publishPrices, { revision: saved.data.revision, present: version, from }, { as: token });
}

async function givePackage({ accountId, loginId }: Login, units: number, days: number): Promise<void> {
  await service.database.pool.query(
    `with p as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       values ($1, gen_random_uuid()::text, 'evidence', '', '', 1, $2, $3, $4) returning id
     ) insert into package_quota (package_id, service, quota) select id, 'page', $5 from p`,
    [accountId, loginId, service.now, new Date(service.now.getTime() + days * day), units],
  );
}

async function costOf(subjects: readonly string[]): Promise<{ cents: number; units: number; versions: number[] }> {
  const { rows } = await service.database.pool.query<{ cents: number; units: number; versions: number[] }>(
    `select coalesce(sum(balance_cents), 0)::float8 as cents, coalesce(sum(package_units), 0)::int as units,
       array_agg(distinct price_version) as versions from charge where subject = any($1)`,
    [subjects],
  );
  return rows[0] ?? { cents: 0, units: 0, versions: [] };
}

const tierLists = fc
  .uniqueArray(fc.integer({ min: 2, max: 40 }), { maxLength: 4 })
  .chain((froms) =>
    fc
      .array(fc.integer({ min: 0, max: 3_000 }), { minLength: froms.length + 1, maxLength: froms.length + 1 })
      .map((cents) =>
        [1, ...froms.sort((a, b) => a - b)].map((fromQuantity, n) => ({ fromQuantity, unitCents: cents[n] ?? 0 })),
      ),
  );

describe('a quote', () => {
  it('matches the hold of an order for all of it, with any tiers, packages, limits and balance', async () => {
    await fc.assert(
      fc.asyncProperty(
        tierLists,
        fc.array(fc.record({ units: fc.integer({ min: 1, max: 15 }), days: fc.integer({ min: -1, max: 9 }) }), {
          maxLength: 3,
        }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 40_000 }),
        fc.option(fc.integer({ min: 0, max: 40_000 })),
        async (tiers, packages, quantity, cents, limit) => {
          const { token: operator } = await given.staff();
          const holder = await given.login({ isWelcomed: false });
          await publish(operator, withTiers((await presentContent(operator)).content, 'page', tiers));
          for (const { units, days } of packages) await givePackage(holder, units, days);
          if (cents > 0) await given.credit(holder, cents);
          await service.database.pool.query('update login set spending_limit_cents = $2 where id = $1', [
            holder.loginId,
            limit,
          ]);
          const { accountId, loginId } = holder;
          const subjects = Array.from({ length: quantity }, (_, n) => `${accountId}:${n}`);

          const { data: quote } = await ask(calls.quote, { service: 'page', quantity }, { as: holder.token });
          const o = { accountId, loginId, service: 'page', now: service.now } as const;
          const refused = await service.database
            .transaction(async (db) => {
              await requireFunds(db, { ...o, quantity, seesAccount: true });
              for (const subject of subjects) await placeHold(db, { ...o, subject, quantity: 1, together: quantity });
            })
            .then(
              () => null,
              (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
            );

          const expected = quote.whyNot && { over: 'SPENDING_LIMIT', short: 'BALANCE_SHORT' }[quote.whyNot];
          expect(refused).toBe(expected);
          const taken = await costOf(subjects);
          if (refused) expect(taken.cents + taken.units).toBe(0);
          else
            expect(taken).toEqual({ cents: quote.amountCents, units: quote.packageUnits, versions: [quote.version] });
        },
      ),
      { numRuns: byTestLength({ short: 8, long: 50 }) },
    );
  }, 60_000);

  it('names the amount missing from the balance, in the caller’s language', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 500);

    const { data } = await ask(calls.quote, { service: 'notarization', quantity: 1 }, { as: holder.token });

    expect(data).toMatchObject({ packageUnits: 0, balanceCents: 500, limitLeftCents: null });
    expect(data.missingCents).toBe(data.unitCents - 500);
  });

  it('shows a member without the right the amounts from packages and balance, but not the balance', async () => {
    const { token: operator } = await given.staff();
    const { content } = await presentContent(operator);
    await publish(operator, withTiers(content, 'page', [{ fromQuantity: 1, unitCents: 1_000 }]));
    const holder = await given.login();
    await given.credit(holder, 1_000);
    const { token } = await given.member(holder, ['preserve']);
    const buyer = await given.member(holder, ['billing']);
    const means = { balanceCents: null, missingCents: null };
    const asked = (quantity: number, as = token) => ask(calls.quote, { service: 'page', quantity }, { as });

    const enough = await asked(11);
    const short = await asked(12);
    const trade = await ask(calls.tradePrice, { lines: [{ service: 'page', quantity: 12 }] }, { as: token });
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.com/${n}`);
    const refused = await ask(attestationCalls.preserveUrls, { urls }, { as: token });

    const { unitCents } = enough.data;
    const packages = { packageUnits: 10, packageLeft: 0 };
    expect(enough.data).toMatchObject({ ...means, ...packages, amountCents: unitCents, whyNot: null });
    expect(short.data).toMatchObject({ ...means, ...packages, amountCents: 2 * unitCents, whyNot: 'short' });
    expect((await asked(3)).data).toMatchObject({ packageUnits: 3, packageLeft: 7, amountCents: 0 });
    expect(trade.data).toMatchObject({ ...means, amountCents: 2 * unitCents, whyNot: 'short' });
    expect(trade.data.lines).toMatchObject([{ packageUnits: 10, amountCents: 2 * unitCents }]);
    expect(refused.refused).toBe('BALANCE_SHORT');
    expect(refused.envelope.errorMessage).not.toMatch(/\d/);
    expect((await asked(12, buyer.token)).data).toMatchObject({ packageUnits: 10, balanceCents: 1_000 });
  });

  it('has a line for each of several services, with volume savings and package units', async () => {
    const { token: operator } = await given.staff();
    const { content } = await presentContent(operator);
    const page = [1, 20].map((fromQuantity, n) => ({ fromQuantity, unitCents: n === 0 ? 1000 : 900 }));
    const hash = [{ fromQuantity: 1, unitCents: 100 }];
    await publish(operator, withTiers(withTiers(content, 'page', page), 'hash', hash));
    const holder = await given.login();
    const lines = [
      { service: 'page', quantity: 30 },
      { service: 'hash', quantity: 2 },
    ] as const;

    const { data } = await ask(calls.tradePrice, { lines: [...lines] }, { as: holder.token });
    const twice = await ask(calls.tradePrice, { lines: [lines[0], lines[0]] }, { as: holder.token });

    expect(data).toMatchObject({ discountCents: 2_000, amountCents: 18_200, missingCents: 18_200 });
    expect(data.lines).toEqual([
      { ...lines[0], unitCents: 900, packageUnits: 10, discountCents: 2_000, amountCents: 18_000 },
      { ...lines[1], unitCents: 100, packageUnits: 0, discountCents: 0, amountCents: 200 },
    ]);
    expect(twice.refused).toBe('INPUT_INVALID');
  });
});

describe('a trade whose price a form requests', () => {
  const line = { service: 'page', quantity: 12 } as const;

  it.each([
    ['a list', JSON.stringify([line])],
    ['one line', JSON.stringify(line)],
  ])('sends its lines as JSON text: %s', async (_what, lines) => {
    const { token } = await given.login();
    const asked = await ask(calls.tradePrice, { lines: [line] }, { as: token });
    const { data } = await ask(calls.tradePrice, { lines }, { as: token, form: true });

    expect(data).toEqual(asked.data);
  });

  it('is refused if its text is not a list of lines', async () => {
    const { token } = await given.login();

    const refused = await ask(calls.tradePrice, { lines: '[{"service":' }, { as: token, form: true });

    expect(refused.refused).toBe('INPUT_INVALID');
  });
});

describe('the price list', () => {
  it('is public, with the unit of each service, and without packages that are given away', async () => {
    const { data } = await ask(calls.currentPrices, {});

    expect(data.prices.map((one) => one.service)).toEqual(services);
    expect(data.prices[0]).toMatchObject({
      name: { zh: '网页存证', en: 'Page capture' },
      unit: { zh: '页', en: 'page' },
    });
    expect(data.packages.length).toBeGreaterThan(0);
    expect(data.packages.map(({ code }) => code)).not.toContain(welcomeCode);
    expect(data.welcome).toMatchObject({ validDays: 30, quotas: [{ service: 'page', quantity: 10 }] });
  });

  it('replaces the previous one at its start, and each service shows both', async () => {
    const { token } = await given.staff();
    const { version, content } = await presentContent(token);
    const next = withTiers(content, 'hash', [{ fromQuantity: 1, unitCents: 77 }]);
    const from = new Date(service.now.getTime() + day);
    const holder = await given.login();
    const hash = async () => (await ask(calls.basePrice, { service: 'hash' }, { as: holder.token })).data;

    const published = (await publish(token, next, from.toISOString())).data;
    const before = await hash();
    service.now = from;
    const after = await hash();
    const { list } = (await ask(calls.consolePrices, {}, { as: (await given.staff()).token })).data;

    expect(published).toMatchObject({ state: 'coming', by: '赵敏', validFrom: from.toISOString() });
    expect(before.history[0]?.version).toBe(version);
    expect(after.unitCents).toBe(77);
    expect(after.history.slice(0, 2).map((one) => one.version)).toEqual([published.version, version]);
    expect(list.slice(0, 2).map(({ state }) => state)).toEqual(['present', 'past']);
  });

  it('can’t be changed', async () => {
    const { pool } = service.database;
    const { version } = (await ask(calls.currentPrices, {})).data;

    for (const statement of [
      'update price set unit_cents = 1',
      'delete from package_product',
      'update price_list set valid_from = now()',
      'truncate price',
    ])
      await expect(pool.query(statement)).rejects.toThrow('never changed');
    await expect(
      pool.query(`insert into price (version, service, from_quantity, unit_cents) values ($1, 'page', 999999, 1)`, [
        version,
      ]),
    ).rejects.toThrow('made already');
  });

  it('is published by operators who verified a code recently, and the audit trail records it', async () => {
    const { token, staffId } = await given.staff();
    const { version, content } = await presentContent(token);
    const saved = (await ask(calls.savePriceDraft, { revision: 0, content, note: '例行调整' }, { as: token })).data;
    const input = { revision: saved.revision, present: version, from: null };

    service.now = new Date(service.now.getTime() + 16 * 60_000);
    const unproven = await ask(calls.publishPrices, input, { as: token });
    const { token: fresh } = await given.staff();
    const published = await ask(calls.publishPrices, input, { as: fresh });
    const { rows } = await service.database.pool.query('select event from audit where staff_id = $1', [staffId]);

    expect(unproven.refused).toBe('PROVE_AGAIN');
    expect(published.data).toMatchObject({ state: 'present', note: '例行调整' });
    expect(rows).toEqual([{ event: 'price-draft.saved' }]);
    for (const call of [calls.consolePrices, calls.consolePriceList, calls.savePriceDraft, calls.publishPrices])
      expect(
        (await ask(call, { ...input, version, content } as never, { as: (await given.staff('notary')).token })).refused,
      ).toBe('NOT_ALLOWED');
  });

  it('is published once from a draft by twenty concurrent requests', async () => {
    const { token } = await given.staff();
    const { version, content } = await presentContent(token);
    const { revision } = (await ask(calls.savePriceDraft, { revision: 0, content }, { as: token })).data;

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(calls.publishPrices, { revision, present: version, from: null }, { as: token }),
      ),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'CHANGED_MEANWHILE']));
    expect((await ask(calls.currentPrices, {})).data.version).toBe(version + 1);
  });

  it('is not published if it was compared with another list, or for the past; no draft overwrites another', async () => {
    const { token } = await given.staff();
    const { version, content } = await presentContent(token);
    const first = (await ask(calls.savePriceDraft, { revision: 0, content }, { as: token })).data;
    const second = (await ask(calls.savePriceDraft, { revision: first.revision, content }, { as: token })).data;
    const { revision } = second;
    const past = new Date(service.now.getTime() - 60_000).toISOString();
    const put = (o: object) =>
      ask(calls.publishPrices, { revision, present: version, from: null, ...o }, { as: token });

    expect((await ask(calls.savePriceDraft, { revision: 0, content }, { as: token })).refused).toBe(
      'CHANGED_MEANWHILE',
    );
    expect((await ask(calls.savePriceDraft, { revision: first.revision, content }, { as: token })).refused).toBe(
      'CHANGED_MEANWHILE',
    );
    expect((await put({ present: version + 1 })).refused).toBe('CHANGED_MEANWHILE');
    expect((await put({ from: past })).envelope.fields).toEqual([
      { field: 'from', message: expect.stringContaining('一年') },
    ]);
    expect((await ask(calls.discardPriceDraft, { revision: first.revision }, { as: token })).refused).toBe(
      'CHANGED_MEANWHILE',
    );
    expect((await ask(calls.discardPriceDraft, { revision }, { as: token })).refused).toBeNull();
    expect((await ask(calls.consolePrices, {}, { as: token })).data.draft).toBeNull();
  });

  it.each<[string, (content: PriceContent) => PriceContent]>([
    ['a service twice', (c) => ({ ...c, prices: [...c.prices.slice(1), ...c.prices.slice(-1)] })],
    ['no price of one', (c) => withTiers(c, 'page', [{ fromQuantity: 2, unitCents: 1 }])],
    [
      'tiers out of order',
      (c) =>
        withTiers(
          c,
          'page',
          [1, 30, 20].map((fromQuantity) => ({ fromQuantity, unitCents: 1 })),
        ),
    ],
    ['less than nothing', (c) => withTiers(c, 'page', [{ fromQuantity: 1, unitCents: -1 }])],
    ['a code twice', (c) => ({ ...c, packages: [...c.packages, ...c.packages] })],
    ['a package for nothing', (c) => ({ ...c, packages: c.packages.map((one) => ({ ...one, priceCents: 0 })) })],
  ])('rejects %s', async (_what, spoilt) => {
    const { token } = await given.staff();
    const { content } = await presentContent(token);

    const refused = await ask(calls.savePriceDraft, { revision: 0, content: spoilt(content) }, { as: token });

    expect(refused.refused).toBe('INPUT_INVALID');
    expect((await ask(calls.consolePrices, {}, { as: token })).data.draft).toBeNull();
  });
});

describe('a new account', () => {
  it('is given the trial package once, from the current list', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const fields = { phone, code, password: goodPassword, name: '李明', agreed: true } as const;
    const { token } = (await ask(accountCalls.register, fields)).data;

    const quote = (await ask(calls.quote, { service: 'page', quantity: 12 }, { as: token ?? '' })).data;

    expect(quote).toMatchObject({ packageUnits: 10, amountCents: 2 * quote.unitCents });
  });
});
