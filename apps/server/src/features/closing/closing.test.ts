import {
  accountCalls,
  attestationCalls,
  closingCalls as calls,
  certificationCalls,
  closingDays,
  messageCalls,
  notarizationCalls,
  peopleCalls,
  signInCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../read-config.ts';
import { goodPassword, useService } from '../../testing/service.ts';
import { certifying } from '../certification/testing/given.ts';
import { checkLedger } from '../money/service.ts';
import { eraseClosed } from './erase.ts';
import { finishClosings } from './finish.ts';

const service = useService();
const { ask, given } = service;
const days = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 86_400_000);
};

/** A holder without unfinished business who has just verified their identity. */
async function givenHolder() {
  const holder = await given.login();
  await ask(signInCalls.confirm, { password: goodPassword }, { as: holder.token });
  return holder;
}

const askToClose = (as: string, waivesBalance = false) => ask(calls.askClosing, { waivesBalance }, { as });
const stateOf = async (accountId: string) => {
  const { rows } = await service.database.pool.query<{ state: string }>(
    'select state from closing where account_id = $1 order by asked_at desc limit 1',
    [accountId],
  );
  return rows[0]?.state;
};

const revenueFrom = async (accountId: string) => {
  const { rows } = await service.database.pool.query(
    `select t.kind, t.cents::int as cents, t.from_balance_cents::int as left from ledger_transfer t
     join ledger_account a on a.id = t.from_account where a.account_id = $1 and t.to_account = own_ledger_account('revenue')`,
    [accountId],
  );
  return rows;
};

async function finishLater() {
  days(closingDays + 1);
  await finishClosings(service.database, service.now);
}

describe('closing an account', () => {
  it('erases the person’s identity, ends the sessions and frees the phone; evidence and records stay', async () => {
    const holder = await givenHolder();
    const ano = await given.attestation(holder);
    const steps = certifying(service);
    const operator = (await given.staff()).token;
    await steps.person(holder.token);
    await ask(certificationCalls.approveCertification, await steps.waiting(operator), { as: operator });
    expect((await askToClose(holder.token)).data).toMatchObject({ state: 'cooling', waivedCents: 0 });
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).refused).toBeNull();

    await finishLater();

    expect(await stateOf(holder.accountId)).toBe('closed');
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).refused).toBe('SESSION_INVALID');
    const { pool } = service.database;
    const { rows } = await pool.query(
      `select l.phone, l.email, l.password_hash as hash, l.name, a.name as "accountName", l.state,
         (select count(*)::int from message where login_id = l.id) as messages,
         (select state from certification where person_id = l.id) as certification,
         (select count(*)::int from attestation where ano = $2) as kept,
         (select count(*)::int from audit where person_id = l.id) > 0 as "isAudited"
       from login l join account a on a.id = l.account_id where l.id = $1`,
      [holder.loginId, ano],
    );
    expect(rows[0]).toEqual({
      phone: null,
      email: null,
      hash: null,
      name: '已注销 / Closed',
      accountName: '已注销 / Closed',
      state: 'closed',
      messages: 0,
      certification: 'ended',
      kept: 1,
      isAudited: true,
    });
    const again = await given.login({ phone: holder.phone });
    expect(again.loginId).not.toBe(holder.loginId);
    await steps.person(again.token);
    const { token: later } = await given.staff();
    const second = await ask(certificationCalls.approveCertification, await steps.waiting(later), { as: later });
    expect(second.refused).toBeNull();
  });

  it('can be undone in the cooling-off period, and requested again', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    expect((await askToClose(holder.token)).refused).toBe('STATE_FORBIDS');

    expect((await ask(calls.undoClosing, {}, { as: holder.token })).refused).toBeNull();

    expect((await ask(calls.undoClosing, {}, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    await finishLater();
    expect(await stateOf(holder.accountId)).toBe('undone');
    const { data } = await ask(accountCalls.login, { account: holder.phone, password: goodPassword });
    const as = data.token ?? '';
    const names = (await ask(messageCalls.news, {}, { as })).data.list.map(({ message }) => message.name);
    expect(names).toEqual(['message.closing-undone', 'message.closing-asked']);
    expect((await askToClose(as)).refused).toBeNull();
  });

  it('requires its holder in person, a recent verification, and a session', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    expect((await askToClose(holder.token)).refused).toBe('CONFIRM_FIRST');
    expect((await askToClose(member.token)).refused).toBe('NOT_ALLOWED');
    const swapped = (await ask(accountCalls.swapToken, {}, { as: holder.token })).data.token;
    expect((await askToClose(swapped)).refused).toBe('TOKEN_LIMITED');
  });

  it('waits for all unfinished business, listing each kind', async () => {
    const holder = await givenHolder();
    await given.member(holder);
    await given.attestation(holder, { state: 'preview' });
    await ask(attestationCalls.preserveUrls, { urls: ['https://example.com/'] }, { as: holder.token });
    await ask(notarizationCalls.createMatter, { kind: 'copy', isDraft: true }, { as: holder.token });

    expect((await askToClose(holder.token, true)).refused).toBe('CLOSING_OBSTRUCTED');

    const { data } = await ask(calls.closing, {}, { as: holder.token });
    expect(data.obstacles).toEqual([
      { kind: 'members', count: 1 },
      { kind: 'attestations', count: 2 },
      { kind: 'matters', count: 1 },
    ]);
  });

  it('requires giving up the balance, and stops if it has grown meanwhile', async () => {
    const holder = await givenHolder();
    await given.credit(holder, 1_234);
    expect((await askToClose(holder.token)).refused).toBe('CLOSING_OBSTRUCTED');
    expect((await askToClose(holder.token, true)).data.waivedCents).toBe(1_234);

    await given.credit(holder, 1);
    await finishLater();

    expect(await stateOf(holder.accountId)).toBe('stopped');
    expect(await revenueFrom(holder.accountId)).toEqual([]);
    const { refused } = await ask(accountCalls.login, { account: holder.phone, password: goodPassword });
    expect(refused).toBeNull();
  });

  it('posts the forfeited balance to revenue', async () => {
    const holder = await givenHolder();
    await given.credit(holder, 1_234);
    await askToClose(holder.token, true);

    await finishLater();

    expect(await revenueFrom(holder.accountId)).toEqual([{ kind: 'waiver', cents: 1_234, left: 0 }]);
    expect(await checkLedger(service.database.pool)).toEqual([]);
    await service.database.pool.query('update closing set waived_cents = 1 where account_id = $1', [holder.accountId]);
    const found = await checkLedger(service.database.pool);
    await service.database.pool.query('update closing set waived_cents = 1234 where account_id = $1', [
      holder.accountId,
    ]);
    expect(found.map(({ what }) => what)).toEqual(['closing-without-transfer']);
  });

  it('runs once, however many servers finish it', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    days(closingDays + 1);

    await Promise.all(Array.from({ length: 5 }, () => finishClosings(service.database, service.now)));

    const { rows } = await service.database.pool.query(
      `select event from audit where account_id = $1 and event like 'closing.%' order by id`,
      [holder.accountId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['closing.asked', 'closing.finished']);
  });

  it('is shown to operators', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    const { token } = await given.staff();

    const { data } = await ask(peopleCalls.lookAtAccount, { accountId: holder.accountId }, { as: token });

    expect(data.closing).toMatchObject({ state: 'cooling', waivedCents: 0 });
  });
});

describe('the certifications of a closed account', () => {
  it('are erased with their pictures five years later, and not a day earlier', async () => {
    const holder = await givenHolder();
    const steps = certifying(service);
    const { token: operator } = await given.staff();
    await steps.person(holder.token);
    await ask(certificationCalls.approveCertification, await steps.waiting(operator), { as: operator });
    const other = await givenHolder();
    await steps.person(other.token);
    await askToClose(holder.token);
    await finishLater();
    const { pool } = service.database;
    const keptDays = readConfig({}).CERTIFICATION_RETENTION_DAYS;
    const erase = () => eraseClosed({ database: service.database, jobs: service.jobs, keptDays }, service.now);
    const left = async ({ loginId }: { loginId: string }) => {
      const { rows } = await pool.query(
        `select (select count(*)::int from certification where person_id = $1) as forms,
           (select count(*)::int from upload where person_id = $1) as pictures`,
        [loginId],
      );
      return rows[0];
    };

    days(keptDays - 1);
    await erase();
    const before = await left(holder);
    days(2);
    await Promise.all([erase(), erase()]);

    expect(before).toEqual({ forms: 1, pictures: 2 });
    expect(await left(holder)).toEqual({ forms: 0, pictures: 0 });
    expect(await left(other)).toEqual({ forms: 1, pictures: 2 });
    const { rows } = await pool.query(
      `select subject from audit where event = 'certification.erased' and account_id = $1`,
      [holder.accountId],
    );
    expect(rows).toMatchObject([{ subject: { certifications: 1 } }]);
  });
});
