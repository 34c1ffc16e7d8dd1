import { inspect } from 'node:util';
import { accountCalls, signInCalls as calls } from '@proofkeep/contract';
import {
  type FakeAlipaySignIn,
  type FakeDingtalk,
  type FakeWechat,
  type FakeWecom,
  type SignInVendor,
  startAlipaySignIn,
  startDingtalkSignIn,
  startWechatSignIn,
  startWecomSignIn,
} from '@proofkeep/fakes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alipay } from '../../providers/third-parties/alipay.ts';
import { dingtalk } from '../../providers/third-parties/dingtalk.ts';
import { openThirdParties } from '../../providers/third-parties/third-parties.ts';
import { wechat } from '../../providers/third-parties/wechat.ts';
import { wecom } from '../../providers/third-parties/wecom.ts';
import { goodPassword, useService } from '../../testing/service.ts';
import { browserOf, moveClock } from './testing/given.ts';

const inWechat = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.49';
const inWecom = 'Mozilla/5.0 (iPhone) wxwork/4.1.30 MicroMessenger/7.0.1';

interface Vendors {
  wechat: FakeWechat;
  wecom: FakeWecom;
  dingtalk: FakeDingtalk;
  alipay: FakeAlipaySignIn;
}
type Name = keyof Vendors;
let vendors: Vendors;
beforeAll(async () => {
  vendors = {
    wechat: await startWechatSignIn(),
    wecom: await startWecomSignIn(),
    dingtalk: await startDingtalkSignIn(),
    alipay: await startAlipaySignIn(),
  };
});
afterAll(() => Promise.all(Object.values(vendors).map((vendor: SignInVendor) => vendor.close())));
afterEach(() => {
  for (const vendor of Object.values(vendors) as SignInVendor[]) vendor.behavior = 'well';
  vendors.wechat.settings.isSnapshot = false;
  vendors.wechat.settings.hasUnionId = true;
  vendors.alipay.settings.signature = 'valid';
});

const redirectUri = 'http://localhost/login/third';
const service = useService({
  thirdParties: () => {
    const { appId, privateKey, publicKey: alipayPublicKey, gateway, page } = vendors.alipay;
    return openThirdParties(
      [
        wechat({ website: vendors.wechat.website, account: vendors.wechat.account, standIn: vendors.wechat.origin }),
        wecom({ ...vendors.wecom, standIn: vendors.wecom.origin, clock: () => service.now }),
        dingtalk({ ...vendors.dingtalk, standIn: vendors.dingtalk.origin }),
        alipay({ appId, privateKey, alipayPublicKey, gateway, page, isStandIn: true }),
      ],
      { redirectUri },
    );
  },
});
const { ask, given } = service;

/** Input that the site sends after a return. */
const sentBy = (returned: URL) => {
  const { searchParams } = returned;
  const code = ['code', 'authCode', 'auth_code'].map((name) => searchParams.get(name)).find(Boolean) ?? '';
  return { state: searchParams.get('state') ?? '', code };
};

/** A browser that was sent to the vendor and agreed there; `back` is what it returns with. */
async function go(provider: Name, name: string, userAgent = 'Mozilla/5.0') {
  const { data, headers } = await ask(calls.thirdBegin, { provider }, { headers: { 'user-agent': userAgent } });
  const back = sentBy(await vendors[provider].agree(data.address, name));
  return { back, headers: { cookie: browserOf(headers), 'user-agent': userAgent } };
}

const enter = (arrival: Awaited<ReturnType<typeof go>>) =>
  ask(calls.loginByThirdAccount, arrival.back, { headers: arrival.headers });

async function givenBound(provider: Name, name: string, userAgent?: string) {
  const login = await given.login();
  await ask(calls.confirm, { password: goodPassword }, { as: login.token });
  const { back, headers } = await go(provider, name, userAgent);
  const { data, refused } = await ask(calls.bindThirdAccount, back, { as: login.token, headers });
  expect(refused).toBeNull();
  return { ...login, bindingId: data.id };
}

async function userOf(token: string | null): Promise<string> {
  return (await ask(accountCalls.accountInfo, {}, { as: token ?? '' })).data.userId;
}

describe.each<Name>(['wechat', 'wecom', 'dingtalk', 'alipay'])('sign-in with %s', (provider) => {
  it('signs in the user who linked the identity, until it is replaced or unlinked', async () => {
    const { loginId, token } = await givenBound(provider, 'fang');
    const { data } = await enter(await go(provider, 'fang'));
    expect(await userOf(data.token)).toBe(loginId);

    const other = await go(provider, 'fang-at-work');
    const replaced = await ask(calls.rebindThirdAccount, other.back, { as: token, headers: other.headers });
    expect(replaced.refused).toBeNull();
    expect((await enter(await go(provider, 'fang'))).data).toMatchObject({ token: null, unknown: { label: 'fang' } });
    expect(await userOf((await enter(await go(provider, 'fang-at-work'))).data.token)).toBe(loginId);

    const { list } = (await ask(calls.bindings, {}, { as: token })).data;
    expect(list).toMatchObject([{ provider, label: 'fang-at-work' }]);
    await ask(calls.unbindThirdAccount, { id: replaced.data.id }, { as: token });
    expect((await enter(await go(provider, 'fang-at-work'))).data).toHaveProperty('unknown');
  });

  it('declines an identity that another user linked', async () => {
    await givenBound(provider, 'shared');
    const second = await given.login();
    await ask(calls.confirm, { password: goodPassword }, { as: second.token });
    const { back, headers } = await go(provider, 'shared');

    expect((await ask(calls.bindThirdAccount, back, { as: second.token, headers })).refused).toBe('THIRD_TAKEN');
  });

  it('returns without a code from a user who cancels', async () => {
    const { data } = await ask(calls.thirdBegin, { provider });

    const returned = await vendors[provider].cancel(data.address);

    expect(sentBy(returned)).toEqual({ state: new URL(data.address).searchParams.get('state'), code: '' });
  });

  it('declines a code that expired, was used, or was made up', async () => {
    const expired = await go(provider, 'mei');
    vendors[provider].expireCodes();
    expect((await enter(expired)).refused).toBe('THIRD_REFUSED');

    const [first, second, third] = [await go(provider, 'mei'), await go(provider, 'mei'), await go(provider, 'mei')];
    expect((await enter(first)).refused).toBeNull();
    // The vendor's own replay protection: a fresh state with the spent code.
    expect((await enter({ ...second, back: { ...second.back, code: first.back.code } })).refused).toBe('THIRD_REFUSED');
    expect((await enter({ ...third, back: { ...third.back, code: 'made-up' } })).refused).toBe('THIRD_REFUSED');
  });

  it('declines a state that is forged, used, late, or of another browser, without asking the vendor', async () => {
    const [one, two, late] = [await go(provider, 'qing'), await go(provider, 'qing'), await go(provider, 'qing')];
    expect((await enter(one)).refused).toBeNull();
    const asked = vendors[provider].asked.length;

    expect((await enter(one)).refused).toBe('THIRD_REFUSED');
    expect((await enter({ ...two, back: { ...two.back, state: 'f'.repeat(64) } })).refused).toBe('THIRD_REFUSED');
    expect((await enter({ ...two, headers: one.headers })).refused).toBe('THIRD_REFUSED');
    moveClock(service, 16 * 60);
    expect((await enter(late)).refused).toBe('THIRD_REFUSED');
    expect(vendors[provider].asked).toHaveLength(asked);
  });

  it.each(['gone', 'nonsense', 'incomplete', 'busy'] as const)(
    'reports an outage when the vendor is %s',
    async (behavior) => {
      const arrival = await go(provider, 'lan');
      vendors[provider].behavior = behavior;

      expect((await enter(arrival)).refused).toBe('PROVIDER_FAILED');
    },
  );
});

describe('sign-in with WeChat', () => {
  it('knows a user of the website inside WeChat, too', async () => {
    const { loginId } = await givenBound('wechat', 'both');

    const { data } = await enter(await go('wechat', 'both', inWechat));

    expect(await userOf(data.token)).toBe(loginId);
    expect(vendors.wechat.asked.at(-1)).toBe('/sns/userinfo');
  });

  it("tells the made-up user of WeChat's page preview how to leave the preview", async () => {
    const arrival = await go('wechat', 'preview', inWechat);
    vendors.wechat.settings.isSnapshot = true;

    expect((await enter(arrival)).refused).toBe('THIRD_PREVIEW');
  });

  it('reports a failure if the applications are not bound to the open platform', async () => {
    vendors.wechat.settings.hasUnionId = false;

    expect((await enter(await go('wechat', 'unbound'))).refused).toBe('PROVIDER_FAILED');
  });
});

describe('sign-in with WeCom', () => {
  it('shares one access token between users, and requests another once it is invalid', async () => {
    const tokens = () => vendors.wecom.asked.filter((path) => path === '/cgi-bin/gettoken').length;
    await enter(await go('wecom', 'one'));
    const before = tokens();
    await enter(await go('wecom', 'two', inWecom));
    expect(tokens()).toBe(before);

    vendors.wecom.revokeTokens();
    expect((await enter(await go('wecom', 'three'))).refused).toBeNull();
    expect(tokens()).toBe(before + 1);
    moveClock(service, 2 * 3600);
    await enter(await go('wecom', 'four'));
    expect(tokens()).toBe(before + 2);
  });

  it('refuses a user outside of the company, and ignores the case of a user id', async () => {
    expect((await enter(await go('wecom', 'guest-li'))).refused).toBe('THIRD_NOT_MEMBER');

    const { loginId } = await givenBound('wecom', 'LiNa');
    expect(await userOf((await enter(await go('wecom', 'lina'))).data.token)).toBe(loginId);
  });
});

describe('a WeCom user id that is given to another person', () => {
  it('does not open its former owner’s account to another person', async () => {
    await givenBound('wecom', 'zhangwei');
    vendors.wecom.wechatOf.set('zhangwei', 'the-new-zhangwei');

    expect((await enter(await go('wecom', 'zhangwei'))).data).toMatchObject({ token: null, unknown: {} });
  });

  it('is refused until its owner has linked a WeChat account, with a hint to do so', async () => {
    vendors.wecom.wechatOf.set('sunli', null);

    expect((await enter(await go('wecom', 'sunli'))).refused).toBe('THIRD_NO_WECHAT');
  });
});

describe('a vendor that is slow for more users than the database has connections', () => {
  it('keeps no other call waiting', async () => {
    const arrivals = await Promise.all(Array.from({ length: 20 }, (_, n) => go('dingtalk', `slow-${n}`)));
    const asked = vendors.dingtalk.asked.length;
    const { release } = vendors.dingtalk.pause();
    const entering = Promise.all(arrivals.map(enter));
    await expect.poll(() => vendors.dingtalk.asked).toHaveLength(asked + 20);

    expect((await given.login()).token).toBeTruthy();

    release();
    expect((await entering).map(({ refused }) => refused)).toEqual(Array(20).fill(null));
  });
});

describe('sign-in with Alipay', () => {
  it.each(['forged', 'absent'] as const)('rejects answers whose signature is %s', async (signature) => {
    const arrival = await go('alipay', 'wei');
    vendors.alipay.settings.signature = signature;

    expect((await enter(arrival)).refused).toBe('PROVIDER_FAILED');
  });

  it('logs no tokens of a rejected answer', async () => {
    const { appId, privateKey, publicKey: alipayPublicKey, gateway, page } = vendors.alipay;
    const provider = alipay({ appId, privateKey, alipayPublicKey, gateway, page, isStandIn: true });
    const { back } = await go('alipay', 'wei');
    vendors.alipay.settings.signature = 'forged';

    const error = await provider
      .finish({ ...back, iss: undefined, redirectUri, secrets: {} })
      .catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', cause: expect.any(Error) });
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY })).not.toContain('authbse');
  });

  it('distinguishes the id of an older application from that of a newer one', async () => {
    const { loginId } = await givenBound('alipay', 'old');
    vendors.alipay.settings.id = 'user_id';
    const asUserId = await enter(await go('alipay', 'old'));
    vendors.alipay.settings.id = 'open_id';

    expect(asUserId.data).toHaveProperty('unknown');
    expect(await userOf((await enter(await go('alipay', 'old'))).data.token)).toBe(loginId);
  });
});

describe('the sign-in methods', () => {
  const namesIn = async (userAgent: string, language = 'zh-CN') => {
    const headers = { 'user-agent': userAgent, 'accept-language': language };
    return (await ask(calls.ways, {}, { headers })).data.providers.map(({ name }) => name);
  };

  it('work in this browser, and a test server is named as one', async () => {
    expect(await namesIn('Mozilla/5.0')).toEqual([
      '微信（测试）',
      '企业微信（测试）',
      '钉钉（测试）',
      '支付宝（测试）',
    ]);
    expect(await namesIn(inWechat, 'en')).toEqual(['WeChat (test)']);
    expect(await namesIn(inWecom, 'en')).toEqual(['WeCom (test)']);
    const begun = await ask(calls.thirdBegin, { provider: 'alipay' }, { headers: { 'user-agent': inWechat } });
    expect(begun.refused).toBe('NOT_FOUND');
  });

  it("offers WeChat where its application fits, under the vendor's name", () => {
    const app = { appId: 'wx1', secret: 'x' };
    const parties = (o: object) =>
      openThirdParties([wechat({ website: null, account: null, standIn: null, ...o })], { redirectUri });

    expect(parties({ website: app }).listFor(inWechat, 'en')).toEqual([]);
    expect(parties({ website: app }).listFor('Mozilla/5.0', 'en')).toEqual([{ provider: 'wechat', name: 'WeChat' }]);
    expect(parties({ account: app }).listFor(inWechat, 'zh')).toEqual([{ provider: 'wechat', name: '微信' }]);
  });
});
