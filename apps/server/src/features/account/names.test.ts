import {
  accountCalls,
  addressCalls,
  type Call,
  certificationCalls,
  memberCalls,
  staffCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

const misleading = [
  'Free money at https://evil.example',
  'www.evil.example',
  'WWW.Evil.example',
  '\u202eevil',
  'Bank\u200bof China',
  'first line\nsecond line',
  'first line\u2028second line',
  'bell\u0007',
];
const naming: [string, Call, string][] = [
  ['a new user', accountCalls.register, 'name'],
  ['a renamed user', accountCalls.rename, 'name'],
  ['a renamed account', accountCalls.rename, 'accountName'],
  ['a new member', memberCalls.createMember, 'name'],
  ['an edited member', memberCalls.editMember, 'name'],
  ['the recipient of a parcel', addressCalls.addAddress, 'recipient'],
  ['a certified person', certificationCalls.beginPersonal, 'name'],
  ['staff', staffCalls.createStaff, 'name'],
];

describe('the name of', () => {
  it.each(naming)('%s rejects misleading text', async (_who, call, field) => {
    const as = call.who === 'operator' ? (await given.staff()).token : (await given.login()).token;
    const isRefused = async (name: string) => {
      const { envelope } = await ask(call, { [field]: name } as never, { as });
      return envelope.fields?.some((wrong) => wrong.field === field) ?? false;
    };

    for (const name of misleading) expect([name, await isRefused(name)]).toEqual([name, true]);
    for (const name of ['王小芳', '买买提·艾合买提', "O'Neill & Sons", '存真科技（上海）有限公司', '𠮷野'])
      expect([name, await isRefused(name)]).toEqual([name, false]);
  });
});

describe('changing a name', () => {
  const namesOf = async (as: string) => {
    const { data } = await ask(accountCalls.accountInfo, {}, { as });
    return [data.name, data.accountName];
  };

  it('shows the new name at once, keeps omitted fields, and records the former name', async () => {
    const { token: as } = await given.login();
    const [, account] = await namesOf(as);
    await ask(accountCalls.rename, { name: '王方' }, { as });
    await ask(accountCalls.rename, { name: '王芳' }, { as });
    const names = await namesOf(as);

    await ask(accountCalls.rename, { accountName: '存真科技' }, { as });

    expect(names).toEqual(['王芳', account]);
    expect(await namesOf(as)).toEqual(['王芳', '存真科技']);
    const { data } = await ask(memberCalls.auditList, {}, { as });
    expect(data.list.slice(0, 2).map(({ event, about }) => [event, about])).toEqual([
      ['account.renamed', account],
      ['account.renamed', '王方'],
    ]);
  });

  it('is refused if no field is given', async () => {
    const { token: as } = await given.login();

    expect((await ask(accountCalls.rename, {}, { as })).refused).toBe('INPUT_INVALID');
  });
});
