import { accountCalls, staffCalls } from '@proofkeep/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { confirmedUntil, confirmSession, deleteExpiredSessions, findAgain, findCaller } from './sessions.ts';

const service = useService();
const start = service.now;
const inDays = (days: number) => new Date(start.getTime() + days * 86_400_000);
const isSignedIn = async (as: string) => (await service.ask(accountCalls.accountInfo, {}, { as })).refused === null;
afterEach(() => {
  service.now = start;
});

describe('an expired session', () => {
  it('stays expired if the clock is set back after it was refused', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;
    expect(await findCaller(pool, token, service.now)).not.toBeNull();

    expect(await findCaller(pool, token, inDays(365))).toBeNull();

    expect(await findCaller(pool, token, service.now)).toBeNull();
  });

  it('stays expired if the clock is set back after a live stream noticed', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;
    const caller = await findCaller(pool, token, service.now);

    expect(caller && (await findAgain(pool, caller, inDays(365)))).toBeNull();

    expect(await findCaller(pool, token, service.now)).toBeNull();
  });

  it('stays expired if the clock is set back at once and only others called in between', async () => {
    const { token } = await service.given.login();
    const other = await service.given.login();
    expect(await isSignedIn(token)).toBe(true);

    service.now = inDays(4);
    const late = await service.given.login();
    expect(await isSignedIn(late.token)).toBe(true);
    service.now = start;

    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(other.token)).toBe(false);
  });

  it('stays expired if it was one of the console', async () => {
    const { token } = await service.given.staff();
    const call = async () => (await service.ask(staffCalls.listStaff, {}, { as: token })).refused;
    expect(await call()).toBeNull();

    service.now = inDays(1);
    await isSignedIn((await service.given.login()).token);
    service.now = start;

    expect(await call()).toBe('SESSION_INVALID');
  });

  it('stays expired if the clock is set back and it was not used in between', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;

    await deleteExpiredSessions(service.database.pool, inDays(4));

    expect(await findCaller(pool, token, service.now)).toBeNull();
  });
});

describe('a session of a clock that was ahead', () => {
  it('continues after the clock is set back, but expires by the clock as it is now', async () => {
    service.now = inDays(365);
    const { token } = await service.given.login();
    expect(await isSignedIn(token)).toBe(true);

    service.now = start;
    expect(await isSignedIn(token)).toBe(true);

    service.now = inDays(3.1);
    expect(await isSignedIn(token)).toBe(false);
  });

  it('does not make an expired verification valid again', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;
    const caller = await findCaller(pool, token, service.now);
    if (!caller) throw new Error('No session.');
    await confirmSession(pool, caller, service.now);

    service.now = inDays(0.5);
    expect(await isSignedIn(token)).toBe(true);
    service.now = start;
    expect(await isSignedIn(token)).toBe(true);

    expect(await confirmedUntil(pool, caller, service.now)).toBeNull();
  });

  it('is unaffected if the clock differs by less than five seconds', async () => {
    const { token, loginId } = await service.given.login();
    const { pool } = service.database;
    const soon = new Date(start.getTime() + 2_000);
    await pool.query('update session set expires_at = $2 where login_id = $1', [loginId, soon]);

    service.now = new Date(start.getTime() + 3_000);
    await isSignedIn((await service.given.login()).token);
    service.now = start;

    expect(await isSignedIn(token)).toBe(true);
  });
});
