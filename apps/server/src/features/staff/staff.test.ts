import { staffCalls as calls, consoleCalls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const trailOf = async (staffId: string) => {
  const { rows } = await service.database.pool.query<{ event: string; subject: Record<string, string> }>(
    'select event, subject from audit where staff_id = $1 order by id',
    [staffId],
  );
  return rows.map(({ event, subject }) => [event, subject.about]);
};

let names = 0;
const newOne = () => ({ userName: `new.one${names++}`, name: '孙立', role: 'notary' }) as const;
const codeOf = (secret: string) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(service.now.getTime() / 30_000) });

describe('operators', () => {
  it('create staff with a password that must be changed at the first sign-in', async () => {
    const { token, staffId: by } = await given.staff();
    const { userName } = newOne();
    const created = (await ask(calls.createStaff, { ...newOne(), userName }, { as: token })).data;
    const password = created.oneTimePassword;

    const first = (await ask(consoleCalls.staffLogin, { userName, password })).data;
    const { ticket } = first;
    const { secret } = (await ask(consoleCalls.staffEnrol, { ticket })).data;
    const code = codeOf(secret);
    const unchanged = await ask(consoleCalls.staffEnrolled, { ticket, code });
    const same = await ask(consoleCalls.staffEnrolled, { ticket, code, password });
    const done = await ask(consoleCalls.staffEnrolled, { ticket, code, password: 'a-lantern-of-my-own' });

    expect(first).toMatchObject({ next: 'enrol', mustChangePassword: true });
    expect([unchanged.refused, same.refused, done.refused]).toEqual(['INPUT_INVALID', 'INPUT_INVALID', null]);
    expect((await ask(consoleCalls.staffLogin, { userName, password })).refused).toBe('CREDENTIALS_INVALID');
    expect(await trailOf(by)).toEqual([['staff.created', created.staffId]]);
  });

  it('issue a password that expires after 72 hours', async () => {
    const one = newOne();
    const { oneTimePassword } = (await ask(calls.createStaff, one, { as: (await given.staff()).token })).data;
    service.now = new Date(service.now.getTime() + 73 * 3_600_000);

    const late = await ask(consoleCalls.staffLogin, { userName: one.userName, password: oneTimePassword });

    expect(late.refused).toBe('CREDENTIALS_INVALID');
  });

  it('cannot use a user name twice', async () => {
    const { token } = await given.staff();
    const one = newOne();
    const answers = await Promise.all([1, 2].map(() => ask(calls.createStaff, one, { as: token })));

    expect(answers.map(({ refused }) => refused).toSorted()).toEqual(['USER_NAME_TAKEN', null].toSorted());
  });

  it('end the sessions of disabled staff at once, and enable them again', async () => {
    const { token, staffId: by } = await given.staff();
    const other = await given.staff('notary');
    const about = { staffId: other.staffId };

    expect((await ask(calls.disableStaff, about, { as: token })).refused).toBeNull();
    expect((await ask(consoleCalls.staffMe, {}, { as: other.token })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.disableStaff, about, { as: token })).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.enableStaff, about, { as: token })).refused).toBeNull();
    expect((await ask(consoleCalls.staffMe, {}, { as: other.token })).refused).toBe('SESSION_INVALID');
    expect(await trailOf(by)).toEqual([
      ['staff.disabled', other.staffId],
      ['staff.enabled', other.staffId],
    ]);
  });

  it('reset the password, authenticator and sessions of another member', async () => {
    const { token } = await given.staff();
    const one = newOne();
    const created = (await ask(calls.createStaff, one, { as: token })).data;

    const reset = await ask(calls.resetStaff, { staffId: created.staffId }, { as: token });
    const old = await ask(consoleCalls.staffLogin, { userName: one.userName, password: created.oneTimePassword });
    const again = await ask(consoleCalls.staffLogin, {
      userName: one.userName,
      password: reset.data.oneTimePassword,
    });

    expect(old.refused).toBe('CREDENTIALS_INVALID');
    expect(again.data).toMatchObject({ next: 'enrol', mustChangePassword: true });
  });

  it('cannot disable or reset themselves', async () => {
    const { token, staffId } = await given.staff();
    for (const call of [calls.disableStaff, calls.enableStaff, calls.resetStaff])
      expect((await ask(call, { staffId }, { as: token })).refused).toBe('NOT_ONESELF');
  });

  it('can never all be disabled, even by concurrent requests', async () => {
    await service.database.pool.query("update staff set disabled_at = now() where role = 'operator'");
    const [one, two] = [await given.staff(), await given.staff()];

    const answers = await Promise.all([
      ask(calls.disableStaff, { staffId: two.staffId }, { as: one.token }),
      ask(calls.disableStaff, { staffId: one.staffId }, { as: two.token }),
    ]);
    const { rows } = await service.database.pool.query(
      "select id from staff where role = 'operator' and disabled_at is null",
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(rows).toHaveLength(1);
  });

  it('must verify a code again after fifteen minutes', async () => {
    const { token } = await given.staff();
    service.now = new Date(service.now.getTime() + 16 * 60_000);

    expect((await ask(calls.createStaff, newOne(), { as: token })).refused).toBe('PROVE_AGAIN');
  });
});

describe('notaries', () => {
  it('cannot use the operators’ calls', async () => {
    const { token } = await given.staff('notary');

    expect((await ask(calls.listStaff, {}, { as: token })).refused).toBe('NOT_ALLOWED');
    expect((await ask(calls.createStaff, newOne(), { as: token })).refused).toBe('NOT_ALLOWED');
  });
});
