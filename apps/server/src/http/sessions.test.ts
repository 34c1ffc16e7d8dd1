import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { deleteExpiredSessions, findCaller } from './sessions.ts';

const service = useService();
const inDays = (days: number) => new Date(service.now.getTime() + days * 86_400_000);

describe('an expired session', () => {
  it('stays expired if the clock is set back after it was refused', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;
    expect(await findCaller(pool, token, service.now)).not.toBeNull();

    expect(await findCaller(pool, token, inDays(365))).toBeNull();

    expect(await findCaller(pool, token, service.now)).toBeNull();
  });

  it('stays expired if the clock is set back and nobody used it in between', async () => {
    const { token } = await service.given.login();
    const { pool } = service.database;

    await deleteExpiredSessions(service.database.pool, inDays(4));

    expect(await findCaller(pool, token, service.now)).toBeNull();
  });
});
