import { accountCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { deleteExpiredCodes } from '../features/identity/service.ts';
import { useService } from '../testing/service.ts';
import { forgetExpired } from './forget-expired.ts';
import { deleteExpiredReplies } from './idempotency.ts';

const service = useService();
const { ask, given } = service;
const hours = (count: number) => new Date(service.now.getTime() + count * 3_600_000);

describe('forgetExpired', () => {
  it('deletes idempotency keys and phone codes a day after they expire', async () => {
    const { token, phone } = await given.login();
    const headers = { 'idempotency-key': 'kept-for-a-day' };
    const swapped = async () => (await ask(calls.swapToken, {}, { as: token, headers })).data.token;
    const first = await swapped();
    await given.code('login', phone);
    const counted = async () => {
      const { rows } = await service.database.pool.query<{ codes: number; counts: number }>(
        `select (select count(*)::int from text_code where phone = $1) as codes,
           (select count(*)::int from text_code_count where strpos(name, $1) > 0) as counts`,
        [phone],
      );
      return rows[0];
    };

    await forgetExpired(service.database, hours(23), [deleteExpiredReplies, deleteExpiredCodes]);
    expect(await swapped()).toBe(first);
    expect(await counted()).toEqual({ codes: 1, counts: 2 });
    await forgetExpired(service.database, hours(25), [deleteExpiredReplies, deleteExpiredCodes]);

    expect(await swapped()).not.toBe(first);
    expect(await counted()).toEqual({ codes: 0, counts: 0 });
  });
});
