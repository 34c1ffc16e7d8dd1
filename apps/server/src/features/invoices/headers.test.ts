import { invoiceCalls as calls, certificationCalls, type Permission, type SentOf } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { certifying, enterpriseForm } from '../certification/testing/given.ts';

const service = useService();
const { given } = service;

type New = SentOf<typeof calls.addHeader>;
const person: New = { kind: 'personal', title: '王芳' };
const enterprise: New = {
  kind: 'enterprise',
  title: '杭州存真科技有限公司',
  taxNumber: '9133 0100 7996 5505 8b',
  bankName: '中国工商银行杭州分行',
  bankAccount: '1202 0214 0990 0123 456',
  address: '杭州市西湖区文三路 1 号',
  phone: '0571-8888 6666',
};

const add = (as: string, header: New = person) => service.ask(calls.addHeader, header, { as });
const listOf = async (as: string) => (await service.ask(calls.headers, {}, { as })).data.list;

describe('invoice headers', () => {
  it('are kept as entered, numbers without separators', async () => {
    const { token } = await given.login();
    const { data } = await add(token, enterprise);

    expect(data).toEqual({
      id: expect.any(String),
      ...enterprise,
      taxNumber: '91330100799655058B',
      bankAccount: '1202021409900123456',
      phone: '057188886666',
      isDefault: true,
    });
    expect((await service.ask(calls.header, { id: data.id }, { as: token })).data).toEqual(data);
  });

  it.each([
    ['an enterprise without a tax number', { ...enterprise, taxNumber: '' }, 'taxNumber'],
    ['a check character that is wrong', { ...enterprise, taxNumber: '91330100799655058A' }, 'taxNumber'],
    ['a person with a tax number', { ...person, taxNumber: '91330100799655058B' }, 'taxNumber'],
    ['a bank account of letters', { ...enterprise, bankAccount: 'CMB-A' }, 'bankAccount'],
    ['an emergency number', { ...enterprise, phone: '110' }, 'phone'],
    ['a title that leads somewhere', { ...person, title: 'https://page.example' }, 'title'],
    ['a title that runs backwards', { ...person, title: '王\u202e芳' }, 'title'],
  ] satisfies [string, New, string][])('are refused with %s', async (_what, header, field) => {
    const { token } = await given.login();
    const { refused, envelope } = await add(token, header);

    expect(refused).toBe('INPUT_INVALID');
    expect(envelope.fields?.map((one) => one.field)).toEqual([field]);
    expect(await listOf(token)).toEqual([]);
  });

  it('have exactly one default, even after concurrent changes', async () => {
    const { token } = await given.login();
    const ids = (await Promise.all(Array.from({ length: 6 }, () => add(token)))).map(({ data }) => data.id);

    const set = (id: string) => service.ask(calls.editHeader, { id, ...person, isDefault: true }, { as: token });
    const answers = await Promise.all([...ids, ...ids].map(set));

    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await listOf(token)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('make the newest the default when the default is deleted', async () => {
    const { token } = await given.login();
    const [first, second, third] = [await add(token), await add(token), await add(token)];
    await service.ask(calls.deleteHeader, { id: first.data.id }, { as: token });

    expect((await listOf(token)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [third.data.id, true],
      [second.data.id, false],
    ]);
  });

  it('are at most twenty, even with concurrent additions', async () => {
    const { token } = await given.login();
    for (let n = 0; n < 18; n++) await add(token);

    const answers = await Promise.all(Array.from({ length: 4 }, () => add(token)));

    expect(answers.map(({ refused }) => refused).sort()).toEqual(['HEADERS_FULL', 'HEADERS_FULL', null, null]);
  });

  it.each([
    [[] satisfies Permission[], 'NOT_ALLOWED'],
    [['billing'] satisfies Permission[], 'NOT_ALLOWED'],
    [['invoices'] satisfies Permission[], null],
  ])('require the permission for invoices: %j', async (permissions, refused) => {
    const { token } = await given.member(await given.login(), permissions);

    expect((await add(token)).refused).toBe(refused);
  });

  it('offer the certified company until it has a header', async () => {
    const holder = await given.login();
    const certifiedOf = async () => (await service.ask(calls.headers, {}, { as: holder.token })).data.certified;
    const { token: operator } = await given.staff();
    const before = await certifiedOf();

    const steps = certifying(service);
    await steps.enterprise(holder.token);
    const waiting = await steps.waiting(operator, 'enterprise');
    await service.ask(certificationCalls.approveCertification, waiting, { as: operator });
    const { creditCode, name } = enterpriseForm;
    const offered = await certifiedOf();
    await add(holder.token, { kind: 'enterprise', title: name, taxNumber: creditCode });

    expect(before).toBeNull();
    expect(offered).toEqual({ title: name, taxNumber: creditCode });
    expect(await certifiedOf()).toBeNull();
  });
});
