import {
  accountCalls,
  attestationCalls,
  certificationCalls as calls,
  maskedPhone,
  messageCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { findSubmitterOf } from '../attestations/store.ts';
import { certifying, enterpriseForm, idNumber, otherIdNumber } from './testing/given.ts';

const service = useService();
const { ask, given } = service;
const steps = certifying(service);

const newName = '福州存真数据技术有限公司';

async function givenCompany() {
  await service.database.pool.query('delete from certification');
  const holder = await given.login();
  const { token: operator } = await given.staff();
  await steps.enterprise(holder.token);
  await ask(calls.approveCertification, await steps.waiting(operator, 'enterprise'), { as: operator });
  const change = async (o: Partial<typeof enterpriseForm> = {}) => {
    const form = { ...enterpriseForm, name: newName, ...o, ...(await steps.documents(holder.token)) };
    return ask(calls.changeEnterprise, form, { as: holder.token });
  };
  const company = async () => (await ask(calls.enterpriseCertification, {}, { as: holder.token })).data;
  return { ...holder, operator, change, company };
}

async function givenPerson() {
  await service.database.pool.query('delete from certification');
  const login = await given.login();
  const { token: operator } = await given.staff();
  await steps.person(login.token);
  await ask(calls.approveCertification, await steps.waiting(operator), { as: operator });
  const change = async (o: { name?: string; idNumber?: string } = {}) =>
    ask(
      calls.changePersonal,
      { name: '王晓芳', idNumber, ...o, ...(await steps.card(login.token)) },
      { as: login.token },
    );
  return { ...login, operator, change };
}

const namesOf = async (as: string) =>
  (await ask(messageCalls.news, { kind: 'certification' }, { as })).data.list.map(({ message }) => message.name);

it('gives the account its credit code, which distinguishes accounts with the same name', async () => {
  const holder = await givenCompany();
  const other = await given.login();

  const codes = await Promise.all(
    [holder, other].map(async ({ token }) => (await ask(accountCalls.accountInfo, {}, { as: token })).data.accountCode),
  );

  expect(codes).toEqual([enterpriseForm.creditCode, maskedPhone(other.phone)]);
});

describe('a change of a certification', () => {
  it('leaves the current one valid until it is approved, and the history shows both', async () => {
    const { token, operator, change, company } = await givenCompany();

    const sent = await change();

    expect(sent.data).toMatchObject({ state: 'approved', entered: { name: enterpriseForm.name } });
    expect(sent.data.change).toMatchObject({ state: 'pending', entered: { name: newName } });
    expect((await change()).refused).toBe('STATE_FORBIDS');
    const waiting = await steps.waiting(operator, 'enterprise');
    const { data: seen } = await ask(calls.reviewCase, { id: waiting.id }, { as: operator });
    expect(seen).toMatchObject({ isChange: true, isTaken: false, present: { name: enterpriseForm.name } });
    expect((await ask(calls.approveCertification, waiting, { as: operator })).refused).toBeNull();
    const after = await company();
    expect(after).toMatchObject({ state: 'approved', entered: { name: newName }, change: null });
    expect(after.history.map(({ name, state }) => [name, state])).toEqual([
      [newName, 'approved'],
      [enterpriseForm.name, 'replaced'],
    ]);
    expect(after.history[1]?.until).toBe(after.decidedAt);
    expect((await namesOf(token))[0]).toBe('message.certification-changed-enterprise');
    expect((await change({ name: enterpriseForm.name })).data.change).toMatchObject({ state: 'pending' });
  });

  it('keeps the name at submission on earlier attestations', async () => {
    const holder = await givenCompany();
    const nameAtSubmission = async () => {
      const sent = await ask(attestationCalls.preserveUrls, { urls: ['https://example.com/'] }, { as: holder.token });
      const ano = sent.data.list[0]?.ano ?? '';
      return async () => (await findSubmitterOf(service.database.pool, ano)).applicant?.certification?.name;
    };
    const before = await nameAtSubmission();
    await holder.change();
    const during = await nameAtSubmission();
    const waiting = await steps.waiting(holder.operator, 'enterprise');
    await ask(calls.approveCertification, waiting, { as: holder.operator });

    const after = await nameAtSubmission();

    const { name } = enterpriseForm;
    expect([await before(), await during(), await after()]).toEqual([name, name, newName]);
  });

  it('leaves the current certification valid if refused, and may be submitted again', async () => {
    const { token, operator, change, company } = await givenCompany();
    await change();
    const waiting = await steps.waiting(operator, 'enterprise');
    await ask(calls.refuseCertification, { ...waiting, reason: '未附变更通知书' }, { as: operator });

    expect(await company()).toMatchObject({
      state: 'approved',
      entered: { name: enterpriseForm.name },
      change: { state: 'refused', reason: '未附变更通知书' },
    });
    expect((await namesOf(token))[0]).toBe('message.certification-change-refused-enterprise');
    expect((await change()).data.change).toMatchObject({ state: 'pending', reason: null });
  });

  it('keeps the number, by which others find its evidence', async () => {
    const company = await givenCompany();
    expect((await company.change({ creditCode: '9144030071526726XG' })).refused).toBe('NUMBER_DIFFERS');
    const person = await givenPerson();
    expect((await person.change({ idNumber: otherIdNumber })).refused).toBe('NUMBER_DIFFERS');
  });

  it('requires an approved certification and the account owner', async () => {
    const holder = await givenCompany();
    const member = await given.member(holder, ['evidence']);
    const other = await given.login();
    const form = { ...enterpriseForm, ...(await steps.documents(other.token)) };

    expect((await ask(calls.changeEnterprise, form, { as: other.token })).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.changeEnterprise, form, { as: member.token })).refused).toBe('NOT_ALLOWED');
    expect((await ask(calls.withdrawEnterprise, {}, { as: member.token })).refused).toBe('NOT_ALLOWED');
  });

  it('lapses when the certification it changes is revoked', async () => {
    const { operator, change, company } = await givenCompany();
    const { data } = await ask(calls.reviewQueue, { kind: 'enterprise', state: 'approved' }, { as: operator });
    await change();
    const { id = '', attempt = 0 } = data.list[0] ?? {};
    const staff = await given.staff();
    const revoked = { id, attempt, reason: '证照系伪造' };
    expect((await ask(calls.revokeCertification, revoked, { as: staff.token })).refused).toBeNull();

    expect(await company()).toMatchObject({ state: 'revoked', change: { state: 'refused', reason: '证照系伪造' } });
    expect((await change()).refused).toBe('STATE_FORBIDS');
  });

  it('shows both the old and the new name of a person masked', async () => {
    const { token, operator, change } = await givenPerson();
    await change();
    await ask(calls.approveCertification, await steps.waiting(operator), { as: operator });

    const { data, envelope } = await ask(calls.certifyInfo, {}, { as: token });
    expect(data.history).toMatchObject([
      { name: '王*', state: 'approved', until: null },
      { name: '王*', state: 'replaced' },
    ]);
    expect(JSON.stringify(envelope)).not.toMatch(/小芳|晓芳/);
  });
});

describe('an application in review', () => {
  it('is withdrawn and submitted again', async () => {
    await service.database.pool.query('delete from certification');
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    expect((await ask(calls.withdrawPersonal, {}, { as: token })).refused).toBe('STATE_FORBIDS');
    await steps.person(token);
    const waiting = await steps.waiting(operator);

    expect((await ask(calls.withdrawPersonal, {}, { as: token })).data.state).toBe('withdrawn');

    expect((await ask(calls.withdrawPersonal, {}, { as: token })).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.approveCertification, waiting, { as: operator })).refused).toBe('STATE_FORBIDS');
    expect((await steps.person(token)).data.state).toBe('pending');
  });

  it('is withdrawn without affecting the current certification', async () => {
    const { token, change } = await givenPerson();
    await change();

    const { data } = await ask(calls.withdrawPersonal, {}, { as: token });

    expect(data).toMatchObject({ state: 'approved', change: { state: 'withdrawn' } });
  });
});
