import { addressCalls, type Permission, type SentOf } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { given } = service;

type New = SentOf<typeof addressCalls.addAddress>;
/** 广东省深圳市南山区 */
const nanshan = { province: '440000', city: '440300', district: '440305' };
const someone: New = { recipient: '王芳', phone: '13900000000', ...nanshan, detail: '科技园一路 1 号' };

const add = (as: string, o: Partial<New> = {}) => service.ask(addressCalls.addAddress, { ...someone, ...o }, { as });
const listOf = async (as: string) => (await service.ask(addressCalls.addresses, {}, { as })).data.list;

describe('the address book', () => {
  it('keeps an address as entered, with its region in words', async () => {
    const { token } = await given.login();
    const { data } = await add(token, { phone: '0755-8888 6666' });

    expect(data).toMatchObject({
      phone: '075588886666',
      region: '广东省深圳市南山区',
      detail: '科技园一路 1 号',
      isDefault: true,
    });
    expect((await service.ask(addressCalls.address, { id: data.id }, { as: token })).data).toEqual(data);
  });

  it('hides its addresses from other accounts, which can’t change them', async () => {
    const { token } = await given.login();
    const stranger = (await given.login()).token;
    const { id } = (await add(token)).data;

    const tries = [
      await service.ask(addressCalls.address, { id }, { as: stranger }),
      await service.ask(addressCalls.editAddress, { id, ...someone, isDefault: true }, { as: stranger }),
      await service.ask(addressCalls.deleteAddress, { id }, { as: stranger }),
    ];

    expect(tries.map(({ refused }) => refused)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await listOf(stranger)).toEqual([]);
    expect(await listOf(token)).toHaveLength(1);
  });

  it.each([
    [[] satisfies Permission[], 'NOT_ALLOWED'],
    [['addresses'] satisfies Permission[], null],
  ])('can be changed by permitted members only, and read by all of them: %j', async (permissions, refused) => {
    const holder = await given.login();
    const { token } = await given.member(holder, permissions);
    await add(holder.token);

    expect((await add(token)).refused).toBe(refused);
    expect((await listOf(token)).length).toBeGreaterThan(0);
  });

  it('has exactly one default address, even after concurrent changes', async () => {
    const { token } = await given.login();
    const ids = (await Promise.all(Array.from({ length: 8 }, () => add(token)))).map(({ data }) => data.id);

    const set = (id: string) =>
      service.ask(addressCalls.editAddress, { id, ...someone, isDefault: true }, { as: token });
    const answers = await Promise.all([...ids, ...ids].map(set));

    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect((await listOf(token)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('makes the newest address the default when the default is deleted, and lists it first', async () => {
    const { token } = await given.login();
    const [first, second, third] = [await add(token), await add(token), await add(token)];
    await service.ask(addressCalls.deleteAddress, { id: first.data.id }, { as: token });

    expect((await listOf(token)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [third.data.id, true],
      [second.data.id, false],
    ]);
  });

  it('holds at most fifty addresses, even with concurrent additions', async () => {
    const { token } = await given.login();
    for (let n = 0; n < 48; n++) await add(token);

    const answers = await Promise.all(Array.from({ length: 4 }, () => add(token)));

    expect(answers.map(({ refused }) => refused).sort()).toEqual(['ADDRESSES_FULL', 'ADDRESSES_FULL', null, null]);
    expect(await listOf(token)).toHaveLength(50);
  });
});

describe('an entered address', () => {
  it.each([
    ['a city of another province', { province: '440000', city: '110100', district: '110101' }],
    ['a district of another city', { province: '440000', city: '440300', district: '440103' }],
    ['a city without the district it has', { province: '440000', city: '440300', district: null }],
    ['a district without its city', { province: '440000', city: null, district: '440305' }],
    ['a city in the place of the province', { province: '440300', city: '440300', district: '440305' }],
    ['a region that is not', { province: '990000', city: null, district: null }],
  ])('is refused if the region is %s', async (_what, region) => {
    const { token } = await given.login();

    expect((await add(token, region)).refused).toBe('REGION_MISMATCH');
    expect(await listOf(token)).toEqual([]);
  });

  it.each([
    ['北京市东城区', { province: '110000', city: '110100', district: '110101' }],
    ['广东省东莞市', { province: '440000', city: '441900', district: null }],
    ['湖北省仙桃市', { province: '420000', city: '429000', district: '429004' }],
    ['重庆市城口县', { province: '500000', city: '500200', district: '500229' }],
    ['香港特别行政区', { province: '810000', city: null, district: null }],
  ])('can be in any region: %s', async (region, codes) => {
    const { token } = await given.login();

    expect((await add(token, codes)).data?.region).toBe(region);
  });

  it.each([
    '13900000000',
    '010-88886666',
    '0755 8888 6666',
    '+852 9123 4567',
    '+853-6612-3456',
    '+886 912 345 678',
    '１３９００００００００',
    '+86 139-0000-0000',
  ])('accepts the phone %s', async (phone) => {
    const { token } = await given.login();

    expect((await add(token, { phone })).status).toBe(200);
  });

  it.each(['12900000000', '1390000000', '139000000000', '110', '+852 0123 4567', '+1 202 555 0123', ''])(
    'rejects the phone “%s”',
    async (phone) => {
      const { token } = await given.login();
      const { refused, envelope } = await add(token, { phone });

      expect(refused).toBe('INPUT_INVALID');
      expect(envelope.fields?.map(({ field }) => field)).toEqual(['phone']);
    },
  );
});

describe('regions', () => {
  const under = async (id: string) => (await service.ask(addressCalls.regionsUnder, { id })).data.list;
  const named = async (name: string) => (await service.ask(addressCalls.regionsNamed, { name })).data.list;

  it('start with all 34 provinces and equivalents', async () => {
    const { list } = (await service.ask(addressCalls.provinces, {})).data;

    expect(list).toHaveLength(34);
    expect(list.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['北京市', '新疆维吾尔自治区', '台湾省', '香港特别行政区', '澳门特别行政区']),
    );
  });

  it('lead down to every selectable place, each of which an address accepts', async () => {
    const { token } = await given.login();
    const { list: provinces } = (await service.ask(addressCalls.provinces, {})).data;
    let districts = 0;
    for (const province of provinces) {
      const cities = province.isParted ? await under(province.id) : [];
      for (const city of cities) districts += city.isParted ? (await under(city.id)).length : 0;
      const city = cities.at(-1) ?? null;
      const district = city?.isParted ? ((await under(city.id)).at(-1) ?? null) : null;
      const place = { province: province.id, city: city?.id ?? null, district: district?.id ?? null };
      expect((await add(token, place)).status, province.name).toBe(200);
    }

    // The Ministry of Civil Affairs counts 2,846 for 2024, without Hong Kong, Macao and Taiwan.
    expect(districts).toBeGreaterThan(2_800);
  });

  it('are found by part of the name, best match first, with their parents', async () => {
    const [first] = await named('罗湖区');

    expect(first).toMatchObject({ id: '440303', path: [{ name: '广东省' }, { name: '深圳市' }, { name: '罗湖区' }] });
    expect((await named('朝阳')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['朝阳市', '朝阳区', '朝阳县']),
    );
    expect(await named('没有的地方')).toEqual([]);
  });

  it('have no children if the code is unknown', async () => {
    expect((await service.ask(addressCalls.regionsUnder, { id: '999999' })).refused).toBe('NOT_FOUND');
  });
});
