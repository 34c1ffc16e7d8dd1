import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costCenterCalls as calls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { addressOf, type Login, useService } from '../../../testing/service.ts';
import { findBalance, postTransfer } from '../../money/service.ts';
import { isMonthClosed, monthAfter, monthAt } from './months.ts';
import { statementOf } from './statements.ts';

const service = useService();
const { ask, given } = service;

let keys = 0;

/**
 * Posts a transfer whose transaction began at a given time: positive amounts into the balance, negative ones out of it.
 */
async function post({ accountId, loginId }: Login, cents: number, at: Date): Promise<void> {
  const key = `statement:${keys++}`;
  const balance = { kind: 'balance', accountId } as const;
  const [from, to] =
    cents > 0 ? [{ kind: 'funds', provider: 'test' } as const, balance] : [balance, { kind: 'revenue' } as const];
  const kind = cents > 0 ? 'recharge' : 'purchase';
  await service.database.transaction(async (db) => {
    await postTransfer(db, { key, kind, loginId, subject: key, from, to, cents: Math.abs(cents) });
    await db.query('alter table ledger_transfer disable trigger ledger_transfer_is_kept');
    await db.query('update ledger_transfer set at = $2 where key = $1', [key, at]);
    await db.query('alter table ledger_transfer enable trigger ledger_transfer_is_kept');
  });
}

const china = (text: string) => new Date(`${text}+08:00`);
const bytesOf = async (call: typeof calls.statementPdf | typeof calls.statementSheet, month: string, as: string) =>
  service.app.inject({ url: addressOf(call, { month }).url, headers: { 'x-auth-token': as } });

function textOf(pdf: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'statement-')), 'statement.pdf');
  writeFileSync(path, pdf);
  execFileSync('qpdf', ['--check', path]);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

describe('monthly statements', () => {
  it('run from the first entry to this month, each opening with the previous closing balance', async () => {
    const holder = await given.login({ isWelcomed: false });
    await post(holder, 50_000, china('2026-08-03T09:00:00'));
    await post(holder, -20_000, china('2026-08-31T23:59:59'));
    await post(holder, -5_000, china('2026-10-01T00:00:00'));
    service.now = china('2026-11-01T00:30:00');

    const { list } = (await ask(calls.statements, {}, { as: holder.token })).data;

    expect(list.map(({ month, isClosed }) => [month, isClosed])).toEqual([
      ['2026-11', false],
      ['2026-10', false],
      ['2026-09', true],
      ['2026-08', true],
    ]);
    expect(list.slice(1)).toMatchObject([
      { openingCents: 30_000, takenCents: -5_000, closingCents: 25_000, entries: 1 },
      { openingCents: 30_000, addedCents: 0, takenCents: 0, closingCents: 30_000, entries: 0 },
      { openingCents: 0, addedCents: 50_000, takenCents: -20_000, closingCents: 30_000, entries: 2 },
    ]);
  });

  it('assigns an entry that began before midnight but was posted after another one to the later month', async () => {
    const holder = await given.login({ isWelcomed: false });
    await post(holder, 10_000, china('2026-09-01T00:00:01'));
    await post(holder, -10_000, china('2026-08-31T23:59:59'));
    service.now = china('2026-10-02T00:00:00');

    const { list } = (await ask(calls.statements, {}, { as: holder.token })).data;

    expect(list.map(({ month, closingCents }) => [month, closingCents])).toEqual([
      ['2026-10', 0],
      ['2026-09', 0],
    ]);
  });

  it('show entries and used packages in a PDF whose Chinese can be copied, and in a spreadsheet', async () => {
    const holder = await given.login();
    await post(holder, 88_800, china('2026-08-03T09:00:00'));
    const ano = await given.attestation(holder);
    await service.database.pool.query(
      `with used as (
         insert into charge (account_id, login_id, service, quantity, subject, state, price_version, unit_cents, package_units,
           balance_cents, held_at, ended_at)
         select $1, $2, 'page', 3, $3, 'settled', version, 1000, 3, 0, $4, $4 from price_list limit 1 returning id)
       insert into charge_package (charge_id, package_id, units)
         select used.id, p.id, 3 from used, package p where p.account_id = $1`,
      [holder.accountId, holder.loginId, ano, china('2026-08-05T09:00:00')],
    );
    service.now = china('2026-09-02T00:00:00');

    const pdf = textOf((await bytesOf(calls.statementPdf, '2026-08', holder.token)).rawPayload);
    const rows = await readSheet((await bytesOf(calls.statementSheet, '2026-08', holder.token)).rawPayload);

    const heads = ['对账单', '存真 Proofkeep', '金额 Amount', '余额 Balance'];
    for (const said of [...heads, '王芳', '2026-08', '期末余额', '¥888.00', '充值', '2026-08-03 09:00:00', '网页存证'])
      expect(pdf).toContain(said);
    expect(rows.map((row) => [row[1], row[6]])).toEqual(
      expect.arrayContaining([
        ['账号名称', '王芳'],
        ['账期', '2026-08'],
      ]),
    );
    expect(rows.map((row) => row.slice(1, 4))).toContainEqual(['充值', 888, 888]);
    expect(rows.map((row) => [row[1], row[5]])).toContainEqual(['套餐用量', 3]);
  });

  it('can be downloaded once the month is closed, for existing months only', async () => {
    const holder = await given.login({ isWelcomed: false });
    await post(holder, 100, china('2026-08-03T09:00:00'));
    service.now = china('2026-09-01T00:59:00');
    const refusedFor = async (month: string) =>
      (await bytesOf(calls.statementPdf, month, holder.token)).json().errorCode;

    expect(await refusedFor('2026-08')).toBe('STATEMENT_OPEN');
    expect(await refusedFor('2026-07')).toBe('NOT_FOUND');
    expect(await refusedFor('2026-13')).toBe('INPUT_INVALID');
    service.now = china('2026-09-01T01:00:00');
    expect((await bytesOf(calls.statementPdf, '2026-08', holder.token)).statusCode).toBe(200);
  });

  it('are only for users who may see the account’s money', async () => {
    const holder = await given.login();
    const member = await given.member(holder, []);

    expect((await ask(calls.statements, {}, { as: member.token })).refused).toBe('NOT_ALLOWED');
  });
});

const minute = 60_000;
/** Advances time; a transaction may have begun up to an hour before it ends. */
const act = fc.record({
  cents: fc.integer({ min: -30_000, max: 30_000 }).filter((cents) => cents !== 0),
  laterMinutes: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 40 * 24 * 60 })),
  beganBeforeMinutes: fc.integer({ min: 0, max: 59 }),
});

describe('a closed month', () => {
  it('never changes, and months add up, whatever is posted later and however late its transaction ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
        const holder = await given.login({ isWelcomed: false });
        const { accountId } = holder;
        const closed = new Map<string, unknown>();
        let now = china('2025-12-31T22:00:00');
        await post(holder, 1_000_000, now);
        for (const { cents, laterMinutes, beganBeforeMinutes } of acts) {
          now = new Date(now.getTime() + laterMinutes * minute);
          await post(holder, cents, new Date(now.getTime() - beganBeforeMinutes * minute));
          for (let month = '2025-12'; isMonthClosed(month, now); month = monthAfter(month)) {
            const statement = await statementOf(service.database.pool, { accountId, month, now });
            if (closed.has(month)) expect(statement).toEqual(closed.get(month));
            closed.set(month, statement);
          }
        }

        let openingCents = 0;
        for (let month = '2025-12'; month <= monthAt(now); month = monthAfter(month)) {
          const one = await statementOf(service.database.pool, { accountId, month, now });
          expect(one.openingCents).toBe(openingCents);
          expect(one.openingCents + one.addedCents + one.takenCents).toBe(one.closingCents);
          openingCents = one.closingCents;
        }
        expect(openingCents).toBe((await findBalance(service.database.pool, accountId)).balanceCents);
      }),
      { numRuns: byTestLength({ short: 15, long: 200 }) },
    );
  }, 180_000);
});
