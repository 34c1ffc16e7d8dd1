import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAlipaySignIn } from '@proofkeep/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../read-config.ts';
import { openConfiguredParties } from './open-third-parties.ts';

const folder = await mkdtemp(join(tmpdir(), 'sign-in-keys-'));
afterAll(() => rm(folder, { recursive: true }));

const settings = {
  SIGN_IN_PROVIDERS: 'alipay,wecom,wechat,dingtalk',
  WECHAT_WEBSITE_APP_ID: 'wx1',
  WECHAT_WEBSITE_SECRET: 'a secret',
  WECOM_CORP_ID: 'ww1',
  WECOM_AGENT_ID: '1000002',
  WECOM_SECRET: 'a secret',
  DINGTALK_CLIENT_ID: 'ding1',
  DINGTALK_CLIENT_SECRET: 'a secret',
  ALIPAY_APP_ID: '2021000000000000',
  ALIPAY_KEY_FILE: join(folder, 'own.pem'),
  ALIPAY_PUBLIC_KEY_FILE: join(folder, 'theirs.pem'),
};

describe('the vendors of identities', () => {
  it.each(Object.keys(settings).slice(1))('refuse to start without %s and name it', (key) => {
    expect(() => readConfig({ ...settings, [key]: '' })).toThrow(key);
    expect(() => readConfig({ ...settings, [key]: '', SIGN_IN_PROVIDERS: '' })).not.toThrow();
  });

  it('require at least one complete WeChat application', () => {
    const { WECHAT_WEBSITE_APP_ID: _id, WECHAT_WEBSITE_SECRET: _secret, ...rest } = settings;
    const account = { WECHAT_ACCOUNT_APP_ID: 'wx2', WECHAT_ACCOUNT_SECRET: 'another secret' };

    expect(() => readConfig({ ...rest, ...account })).not.toThrow();
    expect(() => readConfig({ ...settings, WECHAT_ACCOUNT_APP_ID: 'wx2' })).toThrow('WECHAT_ACCOUNT_SECRET');
  });

  it('have unique names that no OpenID Connect provider shares', () => {
    const oidc = [{ provider: 'wecom', name: 'A', issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' }];

    expect(() => readConfig({ ...settings, SIGN_IN_PROVIDERS: 'wecom,wecom' })).toThrow('SIGN_IN_PROVIDERS');
    expect(() => readConfig({ ...settings, OIDC_PROVIDERS: JSON.stringify(oidc) })).toThrow('OIDC_PROVIDERS');
  });

  it.each(['WECHAT_STAND_IN', 'WECOM_STAND_IN', 'DINGTALK_STAND_IN', 'ALIPAY_SIGN_IN_PAGE'])(
    'require TLS of %s, except on this machine',
    (key) => {
      expect(() => readConfig({ ...settings, [key]: 'http://vendor.example' })).toThrow(key);
      expect(() => readConfig({ ...settings, [key]: 'http://127.0.0.1:8080' })).not.toThrow();
    },
  );

  it("are offered in the operator's order and lead to the vendors' own pages", async () => {
    const keys = await startAlipaySignIn();
    await keys.close();
    await writeFile(settings.ALIPAY_KEY_FILE, `${keys.privateKey}\n`);
    await writeFile(settings.ALIPAY_PUBLIC_KEY_FILE, keys.publicKey);
    const parties = await openConfiguredParties(readConfig(settings), {
      publicUrl: 'https://proofkeep.example',
      redirectPath: '/login/third',
      clock: () => new Date(),
    });

    const offered = parties.listFor('Mozilla/5.0', 'en');
    const begun = await Promise.all(offered.map(({ provider }) => parties.begin(provider, { userAgent: '' })));

    expect(offered.map(({ name }) => name)).toEqual(['Alipay', 'WeCom', 'WeChat', 'DingTalk']);
    expect(begun.map(({ address }) => address.slice(0, address.indexOf('?')))).toEqual([
      'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
      'https://login.work.weixin.qq.com/wwlogin/sso/login',
      'https://open.weixin.qq.com/connect/qrconnect',
      'https://login.dingtalk.com/oauth2/auth',
    ]);
    for (const { address } of begun)
      expect(new URL(address).searchParams.get('redirect_uri')).toBe('https://proofkeep.example/login/third');
  });
});
