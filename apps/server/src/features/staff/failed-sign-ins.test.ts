import { consoleCalls as calls, peopleCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { browserOf, totpCode, wrongCode } from '../sign-in/testing/given.ts';
import { ensureStaff } from './service.ts';

const service = useService();
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};

let count = 0;
/** A staff member who has signed in with a browser that is known by its cookie. */
async function givenEnrolled() {
  const userName = `clerk${count++}`;
  await ensureStaff(service.database.pool, { userName, name: '周宁', role: 'operator', password: goodPassword });
  const who = { userName, password: goodPassword };
  const first = await ask(calls.staffLogin, who);
  const headers = { cookie: browserOf(first.headers) };
  const { ticket } = first.data;
  const { secret } = (await ask(calls.staffEnrol, { ticket })).data;
  const { data } = await ask(calls.staffEnrolled, { ticket, code: totpCode(secret, service.now) }, { headers });
  minutes(1);
  return { who, secret, headers, recoveryCodes: data.recoveryCodes };
}

/** The failures in the console's audit trail, latest first. */
async function failures() {
  const { token } = await given.staff();
  const { list } = (await ask(peopleCalls.readTrail, { event: 'staff-login.failed' }, { as: token })).data;
  return list.map(({ by, subject }) => ({
    by: by?.id ?? null,
    why: subject.why,
    lockedMinutes: subject.lockedMinutes,
  }));
}

const idOf = async (userName: string) => {
  const { rows } = await service.database.pool.query('select id from staff where user_name = $1', [userName]);
  return rows[0]?.id as string;
};

describe('a failed sign-in to the console', () => {
  it('is recorded with its reason, which the caller does not learn', async () => {
    const { who, secret } = await givenEnrolled();
    const staffId = await idOf(who.userName);

    const unknown = await ask(calls.staffLogin, { userName: 'hunter2-is-my-password', password: 'wrong' });
    const wrong = await ask(calls.staffLogin, { ...who, password: 'wrong' });
    const { ticket } = (await ask(calls.staffLogin, who)).data;
    await ask(calls.staffLoginCode, { ticket, code: wrongCode(secret, service.now) });

    expect({ ...unknown.envelope, traceId: '' }).toEqual({ ...wrong.envelope, traceId: '' });
    expect(await failures()).toEqual([
      { by: staffId, why: 'wrong-code' },
      { by: staffId, why: 'wrong-password' },
      { by: null, why: 'unknown-name' },
    ]);
    const { rows } = await service.database.pool.query(`select from audit where subject::text like '%hunter2%'`);
    expect(rows).toHaveLength(0);
  });

  it('is recorded once as the last one before the lockout', async () => {
    const { who } = await givenEnrolled();
    const staffId = await idOf(who.userName);
    for (let i = 0; i < 14; i++) await ask(calls.staffLogin, { ...who, password: 'wrong' });

    const recorded = (await failures()).filter(({ by }) => by === staffId);

    expect(recorded).toHaveLength(10);
    expect(recorded.filter(({ lockedMinutes }) => lockedMinutes === 15)).toHaveLength(1);
    expect(recorded[0]?.lockedMinutes).toBe(15);
  });

  it('by others never locks out a browser that the owner has used', async () => {
    const { who, headers } = await givenEnrolled();
    await ask(calls.staffLogin, { ...who, password: 'wrong' }, { from: '198.51.100.1' });
    // Simulates tries from as many addresses.
    await service.database.pool.query('update sign_in_failure set failures = 100');

    const elsewhere = await ask(calls.staffLogin, who, { from: '203.0.113.7' });
    const known = await ask(calls.staffLogin, who, { headers, from: '198.51.100.1' });
    const forged = await ask(calls.staffLogin, who, { headers: { cookie: `bq-browser=${'x'.repeat(43)}` } });

    expect([elsewhere.refused, known.refused, forged.refused]).toEqual(['LOCKED', null, 'LOCKED']);
  });

  it('locks a known browser out after ten wrong passwords', async () => {
    const { who, headers } = await givenEnrolled();
    for (let i = 0; i < 10; i++) await ask(calls.staffLogin, { ...who, password: 'wrong' }, { headers });

    expect((await ask(calls.staffLogin, who, { headers })).refused).toBe('LOCKED');
  });

  it('does not lock out recovery codes after wrong codes', async () => {
    const { who, secret, headers, recoveryCodes } = await givenEnrolled();
    for (let i = 0; i < 11; i++) {
      const { ticket } = (await ask(calls.staffLogin, who, { headers })).data;
      await ask(calls.staffLoginCode, { ticket, code: wrongCode(secret, service.now) });
    }
    const { ticket } = (await ask(calls.staffLogin, who, { headers })).data;

    const locked = await ask(calls.staffLoginCode, { ticket, code: totpCode(secret, service.now) });
    const recovered = await ask(calls.staffLoginCode, { ticket, code: recoveryCodes[0] ?? '' });

    expect([locked.refused, recovered.refused]).toEqual(['LOCKED', null]);
  });
});
