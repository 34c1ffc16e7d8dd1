import {
  accountCalls,
  attestationCalls as calls,
  certificationCalls,
  idNumberCheck,
  memberCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { certifying, creditCode, enterpriseForm } from '../../certification/testing/given.ts';
import { findSubmitterOf } from '../store.ts';

const service = useService();
const { ask, given } = service;
const steps = certifying(service);

let people = 0;
/** An identity number can belong to only one certification. */
const newIdNumber = (): string => {
  const digits = `11010519900101${String(700 + people++)}`;
  return `${digits}${idNumberCheck(digits)}`;
};

async function submit(as: string) {
  const { data } = await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, { as });
  return data.list[0]?.ano ?? '';
}

/** The applicant and operator that the manifest will name. */
const submitted = async (as: string) => findSubmitterOf(service.database.pool, await submit(as));

async function approve(kind: 'personal' | 'enterprise') {
  const operator = (await given.staff()).token;
  const decided = await steps.waiting(operator, kind);
  await ask(certificationCalls.approveCertification, decided, { as: operator });
  return { operator, decided };
}

async function givenCertified(name = '王小芳') {
  const holder = await given.login();
  const idNumber = newIdNumber();
  await steps.person(holder.token, { name, idNumber });
  return { holder, idNumber, ...(await approve('personal')) };
}

describe('the applicant', () => {
  it('is not certified by a display name alone', async () => {
    const { token } = await given.login();
    await ask(accountCalls.rename, { name: '最高人民法院', accountName: '最高人民法院' }, { as: token });

    const { applicant, operator } = await submitted(token);

    expect(applicant).toEqual({ account: '最高人民法院', certification: null, asOf: service.now.toISOString() });
    expect(operator).toEqual({ role: 'holder', name: '最高人民法院', isCertified: false, actingAs: null });
  });

  it('is the certified company if the account’s holder is certified too; the member who submitted is the operator', async () => {
    const { holder } = await givenCertified();
    const member = await given.member(holder, ['preserve', 'evidence']);
    await steps.enterprise(holder.token, { creditCode });
    await approve('enterprise');

    const { applicant, operator } = await submitted(member.token);

    expect(applicant?.certification).toEqual({
      kind: 'enterprise',
      name: enterpriseForm.name,
      number: creditCode,
      by: 'review',
      at: service.now.toISOString(),
    });
    expect(operator).toEqual({ role: 'member', name: '李明', isCertified: false, actingAs: null });
  });

  it('states the legal name and the masked number of a certified person', async () => {
    const { holder, idNumber } = await givenCertified('王小芳');

    const { applicant, operator } = await submitted(holder.token);

    const number = `${idNumber.slice(0, 3)}***********${idNumber.slice(-4)}`;
    expect(applicant?.certification).toMatchObject({ kind: 'personal', name: '王小芳', number, by: 'review' });
    expect(operator).toEqual({ role: 'holder', name: '王*', isCertified: true, actingAs: null });
  });

  it('stays as it was at submission, whatever happens to the certification', async () => {
    const holder = await given.login();
    const before = await submit(holder.token);
    await steps.person(holder.token, { idNumber: newIdNumber() });
    const { operator, decided } = await approve('personal');
    const between = await submit(holder.token);
    const reason = '证件系伪造，与公安机关记录不符';
    await ask(certificationCalls.revokeCertification, { ...decided, reason }, { as: operator });

    const kinds = async (ano: string) => {
      const { applicant, operator: by } = await findSubmitterOf(service.database.pool, ano);
      return [applicant?.certification?.kind ?? null, by.isCertified];
    };

    expect(await kinds(before)).toEqual([null, false]);
    expect(await kinds(between)).toEqual(['personal', true]);
    expect(await kinds(await submit(holder.token))).toEqual([null, false]);
  });
});

describe('the operator', () => {
  it('is the person who acted, not the login they used', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    await steps.person(member.token, { name: '李小明', idNumber: newIdNumber() });
    await approve('personal');
    const acting = (await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token })).data.token;

    expect((await submitted(member.token)).operator).toMatchObject({ role: 'member', name: '李*', isCertified: true });
    expect((await submitted(acting ?? '')).operator).toEqual({
      role: 'holder',
      name: '王芳',
      isCertified: false,
      actingAs: '李明',
    });
    expect((await submitted(member.token)).applicant?.certification).toBeNull();
  });
});
