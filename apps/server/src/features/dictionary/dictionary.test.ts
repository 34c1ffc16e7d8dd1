import { dictionaryCalls as calls, dictionary, dictionaryNames, moneyCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const notice = (zh: string, en: string) => ({ notice: { zh, en } });
const presentVersion = async (name: (typeof dictionaryNames)[number]) => (await ask(calls.dict, { name })).data.version;

describe('a dictionary', () => {
  it('has its initial value until an operator sets another, which everyone then reads', async () => {
    const { token, staffId } = await given.staff();
    const before = (await ask(calls.dict, { name: 'price' })).data;

    const change = { name: 'price', version: 0, value: notice('限时免费', 'Free for now') } as const;
    const changed = await ask(calls.changeDictionary, change, { as: token });
    const { rows } = await service.database.pool.query('select event, subject from audit where staff_id = $1', [
      staffId,
    ]);

    expect(before).toMatchObject({ name: 'price', version: 0, value: dictionary.price.initial });
    expect(changed.data).toMatchObject({ version: 1, by: '赵敏' });
    for (const read of [calls.dict, calls.dictByBody])
      expect((await ask(read, { name: 'price' })).data).toMatchObject({
        name: 'price',
        version: 1,
        value: { notice: { ...change.value.notice, text: '限时免费' } },
      });
    expect(rows).toEqual([{ event: 'dictionary.changed', subject: { name: 'price', version: 1 } }]);
  });

  it('has the current price list for prices, which operators don’t set here', async () => {
    const list = (await ask(moneyCalls.currentPrices, {})).data;
    const { token } = await given.staff();

    const read = (await ask(calls.dict, { name: 'price' })).data.value as Record<string, unknown>;
    const all = (await ask(calls.dictList, {})).data.list.find(({ name }) => name === 'price');
    const edited = (await ask(calls.consoleDictionary, {}, { as: token })).data.list;

    expect(read).toMatchObject({ version: list.version, validFrom: list.validFrom });
    expect((read.prices as unknown[]).length).toBe(list.prices.length);
    expect(read.welcome).toMatchObject({ validDays: list.welcome?.validDays });
    expect(all?.value).toEqual(read);
    expect(edited.find(({ name }) => name === 'price')?.value).not.toHaveProperty('prices');
  });

  it('also has its texts in the language of the reader', async () => {
    const { token } = await given.staff();
    const office = { zh: '长安公证处', en: 'Chang’an Notary Office' };
    const value = { offices: [{ name: office, address: { zh: '地址', en: 'Address' }, phone: '' }] };
    const version = await presentVersion('NotarizationService');
    await ask(calls.changeDictionary, { name: 'NotarizationService', version, value }, { as: token });

    for (const [header, text] of [
      ['zh-CN,zh;q=0.9,en;q=0.8', office.zh],
      ['en-GB', office.en],
    ] as const) {
      const headers = { 'accept-language': header };
      const { data } = await ask(calls.dict, { name: 'NotarizationService' }, { headers });
      expect(data.value).toMatchObject({ offices: [{ name: { ...office, text } }] });
    }
  });

  it('is returned with others in the requested order, or all are returned if none is named', async () => {
    const some = (await ask(calls.dictList, { names: ['ossUrl', 'valueAdded'] })).data.list;
    const all = (await ask(calls.dictList, {})).data.list;

    expect(some.map(({ name }) => name)).toEqual(['ossUrl', 'valueAdded']);
    expect(some[1]?.value).toEqual({ isVideo: true, needVideo: true });
    expect(all.map(({ name }) => name)).toEqual(dictionaryNames);
  });

  it('names the invalid part and stays unchanged', async () => {
    const { token } = await given.staff();
    const version = await presentVersion('files');
    const value = [{ name: { zh: '授权书', en: 'Authorisation' }, url: 'javascript:alert(1)' }];

    const refused = await ask(calls.changeDictionary, { name: 'files', version, value }, { as: token });

    expect(refused.refused).toBe('INPUT_INVALID');
    expect(refused.envelope.fields?.map(({ field }) => field)).toEqual(['value.0.url']);
    expect(await presentVersion('files')).toBe(version);
  });

  it.each(['//evil.example/', 'http://plain.example/', '/\\evil.example', 'https://a b', 'data:text/html,x'])(
    'rejects the link %s',
    async (url) => {
      const value = [{ name: { zh: '一', en: 'one' }, url }];

      expect(dictionary.files.value.safeParse(value).success).toBe(false);
    },
  );

  it('is changed by one of twenty concurrent edits of the same version', async () => {
    const { token } = await given.staff();
    const version = await presentVersion('price');
    const edit = (i: number) => ({ name: 'price' as const, version, value: notice(`第${i}`, `No. ${i}`) });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(calls.changeDictionary, edit(i), { as: token })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'CHANGED_MEANWHILE']));
    expect(await presentVersion('price')).toBe(version + 1);
  });

  it('keeps every version, and restores an old one as a new version', async () => {
    const { token } = await given.staff();
    const set = (version: number, zh: string) =>
      ask(
        calls.changeDictionary,
        { name: 'basicInfo', version, value: { ...dictionary.basicInfo.initial, operator: { zh, en: zh } } },
        { as: token },
      );
    await set(0, 'A');
    await set(1, 'B');

    const stale = await ask(calls.restoreDictionary, { name: 'basicInfo', version: 1, restores: 1 }, { as: token });
    const restored = await ask(calls.restoreDictionary, { name: 'basicInfo', version: 2, restores: 1 }, { as: token });
    const initial = await ask(calls.restoreDictionary, { name: 'basicInfo', version: 3, restores: 0 }, { as: token });
    const none = await ask(calls.restoreDictionary, { name: 'basicInfo', version: 4, restores: 9 }, { as: token });
    const { list } = (await ask(calls.dictionaryHistory, { name: 'basicInfo' }, { as: token })).data;

    expect([stale.refused, none.refused]).toEqual(['CHANGED_MEANWHILE', 'NOT_FOUND']);
    expect(restored.data).toMatchObject({ version: 3, restores: 1, value: { operator: { zh: 'A' } } });
    expect(initial.data.value).toEqual(dictionary.basicInfo.initial);
    expect(list.map(({ version }) => version)).toEqual([4, 3, 2, 1, 0]);
  });

  it('is edited by operators only', async () => {
    const { token } = await given.staff('notary');
    const change = { name: 'price', version: 0, value: notice('', '') } as const;

    expect((await ask(calls.changeDictionary, change, { as: token })).refused).toBe('NOT_ALLOWED');
    expect((await ask(calls.changeDictionary, change, { as: (await given.login()).token })).refused).toBe(
      'SESSION_INVALID',
    );
  });
});
