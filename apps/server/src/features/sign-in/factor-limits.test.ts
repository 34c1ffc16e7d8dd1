import { signInCalls as calls, refusalsOf } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { totpCode, wrongCode } from './testing/given.ts';

const service = useService();
const { ask, given } = service;

async function givenBegun(): Promise<Login & { factorId: string; secret: string }> {
  const login = await given.login();
  await ask(calls.confirm, { password: login.password }, { as: login.token });
  const { data } = await ask(calls.newTotp, {}, { as: login.token });
  return { ...login, factorId: data.factorId, secret: data.secret };
}

describe('adding a second factor', () => {
  it('locks after ten wrong codes, as the contract declares', async () => {
    const { token, factorId, secret } = await givenBegun();
    const wrong = wrongCode(secret, service.now);
    for (let i = 0; i < 10; i++) await ask(calls.addTotp, { factorId, code: wrong, name: 'Phone' }, { as: token });

    const code = totpCode(secret, service.now);
    const { refused } = await ask(calls.addTotp, { factorId, code, name: 'Phone' }, { as: token });

    expect(refused).toBe('LOCKED');
    expect(refusalsOf(calls.addTotp)).toContain(refused);
  });

  it('stops at ten factors, as the contract declares', async () => {
    const { token, factorId, secret, loginId } = await givenBegun();
    await service.database.pool.query(
      `insert into totp (person_id, secret, created_at, added_at) select $1, '', $2, $2 from generate_series(1, 10)`,
      [loginId, service.now],
    );

    const code = totpCode(secret, service.now);
    const { refused } = await ask(calls.addTotp, { factorId, code, name: 'Phone' }, { as: token });

    expect(refused).toBe('TOO_MANY_FACTORS');
    expect(refusalsOf(calls.addTotp)).toContain(refused);
    expect(refusalsOf(calls.addPasskey)).toContain(refused);
  });
});
