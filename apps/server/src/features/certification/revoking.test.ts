import { accountCalls, certificationCalls as calls, messageCalls, verificationCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { certifying, creditCode, idNumber, otherIdNumber } from './testing/given.ts';

const service = useService();
const { ask, given } = service;
const steps = certifying(service);
const reason = '证件系伪造，与公安机关记录不符';

/** A user with an approved certification, and the operator who approved it. */
async function givenApproved(number: string) {
  const holder = await given.login();
  const operator = (await given.staff()).token;
  await steps.person(holder.token, { idNumber: number });
  const decided = await steps.waiting(operator);
  await ask(calls.approveCertification, decided, { as: operator });
  return { holder, operator, decided };
}

describe('an approval that is revoked', () => {
  it('ends at once, notifies the holder of the reason, and allows a new submission', async () => {
    const { holder, operator, decided } = await givenApproved(idNumber);
    const ano = await given.attestation(holder);
    await service.database.pool.query(`insert into log_entry (key, bytes) values ($1, '\\x00')`, [ano]);
    const find = () => ask(verificationCalls.queryByHolder, { idNumber, ano });
    expect((await find()).refused).toBeNull();

    const revoked = await ask(calls.revokeCertification, { ...decided, reason }, { as: operator });

    expect(revoked.refused).toBeNull();
    expect((await ask(calls.certifyInfo, {}, { as: holder.token })).data).toMatchObject({ state: 'revoked', reason });
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).data.certification.personal).toBe('revoked');
    expect((await find()).refused).toBe('NOT_FOUND');
    const { list } = (await ask(messageCalls.news, { kind: 'certification' }, { as: holder.token })).data;
    expect(list[0]?.message).toMatchObject({ name: 'message.certification-revoked-personal', values: { reason } });
    const { rows } = await service.database.pool.query(
      `select subject from audit where event = 'certification.revoked' and account_id = $1`,
      [holder.accountId],
    );
    expect(rows).toMatchObject([{ subject: { certification: decided.id, reason } }]);
    expect((await steps.person(holder.token, { idNumber })).data).toMatchObject({ state: 'pending', reason: null });
    expect((await ask(calls.revokeCertification, { ...decided, reason }, { as: operator })).refused).toBe(
      'STATE_FORBIDS',
    );
  });

  it('frees the number for another user', async () => {
    await givenApproved(otherIdNumber);
    const { operator, decided } = await givenApproved(otherIdNumber);
    const rightful = await given.login();
    await steps.person(rightful.token, { idNumber: otherIdNumber });
    const theirs = await steps.waiting(operator);
    const before = await ask(calls.approveCertification, theirs, { as: operator });
    await ask(calls.revokeCertification, { ...decided, reason }, { as: operator });

    const after = await ask(calls.approveCertification, theirs, { as: operator });

    expect([before.refused, after.refused]).toEqual(['NUMBER_CERTIFIED', null]);
  });

  it('is revoked once by twenty concurrent requests', async () => {
    const holder = await given.login();
    const operator = (await given.staff()).token;
    await steps.enterprise(holder.token, { creditCode });
    const decided = await steps.waiting(operator, 'enterprise');
    await ask(calls.approveCertification, decided, { as: operator });

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(calls.revokeCertification, { ...decided, reason }, { as: operator })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    const { list } = (await ask(messageCalls.news, { kind: 'certification' }, { as: holder.token })).data;
    expect(list.filter(({ message }) => message.name === 'message.certification-revoked-enterprise')).toHaveLength(1);
  });

  it('requires an operator, a reason and a recent code', async () => {
    const holder = await given.login();
    const { token: operator, staffId } = await given.staff();
    const notary = (await given.staff('notary')).token;
    await steps.person(holder.token, { idNumber: '110105199001010010' });
    const decided = { ...(await steps.waiting(operator)), reason };

    const byNotary = await ask(calls.revokeCertification, decided, { as: notary });
    const pending = await ask(calls.revokeCertification, decided, { as: operator });
    const silent = await ask(calls.revokeCertification, { ...decided, reason: ' ' }, { as: operator });
    await service.database.pool.query(
      `update staff_session set created_at = created_at - interval '1 hour', verified_at = null where staff_id = $1`,
      [staffId],
    );
    const unproven = await ask(calls.revokeCertification, decided, { as: operator });

    expect([byNotary, pending, silent, unproven].map(({ refused }) => refused)).toEqual([
      'NOT_ALLOWED',
      'STATE_FORBIDS',
      'INPUT_INVALID',
      'PROVE_AGAIN',
    ]);
  });
});
