import { randomBytes } from 'node:crypto';
import { type ApiAnswer, type AuthorizationPage, faultOf, type SignInVendor, startVendor } from './vendor.ts';

/** The stand-in for WeCom's sign-in, of one company with one application. */
export interface FakeWecom extends SignInVendor {
  readonly corpId: string;
  readonly agentId: string;
  readonly secret: string;
  /** Makes every access token invalid, as when another process was given a newer one. */
  revokeTokens(): void;
  /** WeChat accounts by `userid`, where it isn't the first owner's; null: none is linked. */
  readonly wechatOf: Map<string, string | null>;
}

const refused = (errcode: number, errmsg: string): ApiAnswer => ({ body: { errcode, errmsg } });

/**
 * Starts a stand-in for WeCom's sign-in: `wwlogin/sso/login` (QR code) and `connect/oauth2/authorize` (inside the app), then
 * `gettoken`, `auth/getuserinfo` and `user/convert_to_openid`. It verifies company, secret, token and code. Users whose name begins with `guest` aren't
 * members of the company.
 */
export async function startWecomSignIn(): Promise<FakeWecom> {
  const company = { corpId: 'ww0000000000000001', agentId: '1000002', secret: 'a-secret-of-the-application' };
  const tokens = new Set<string>();
  const wechatOf: FakeWecom['wechatOf'] = new Map();
  const inApp: AuthorizationPage = {
    fault: (query) =>
      faultOf(query, {
        appid: company.corpId,
        agentid: company.agentId,
        response_type: 'code',
        scope: 'snsapi_base',
      }),
    codeParameter: 'code',
    appOf: () => company.corpId,
    cancelled: {},
  };
  const qrCode: AuthorizationPage = {
    ...inApp,
    fault: (query) => faultOf(query, { login_type: 'CorpApp', appid: company.corpId, agentid: company.agentId }),
  };
  const vendor = await startVendor({
    pages: { '/connect/oauth2/authorize': inApp, '/wwlogin/sso/login': qrCode },
    busy: refused(-1, 'system busy'),
    api({ path, query, body }, codes) {
      if (path === '/cgi-bin/gettoken') {
        if (query.get('corpid') !== company.corpId) return refused(40013, 'invalid corpid');
        if (query.get('corpsecret') !== company.secret) return refused(40001, 'invalid credential');
        const access_token = randomBytes(24).toString('base64url');
        tokens.add(access_token);
        return { body: { errcode: 0, errmsg: 'ok', access_token, expires_in: 7200 } };
      }
      if (path === '/cgi-bin/auth/getuserinfo') {
        if (!tokens.has(query.get('access_token') ?? '')) return refused(40014, 'invalid access_token');
        const user = codes.take(query.get('code') ?? '', company.corpId);
        if (typeof user === 'string') return refused(40029, 'invalid code');
        const who = user.name.startsWith('guest') ? { openid: `oAAA${user.name}` } : { userid: user.name };
        return { body: { errcode: 0, errmsg: 'ok', ...who } };
      }
      if (path === '/cgi-bin/user/convert_to_openid') {
        if (!tokens.has(query.get('access_token') ?? '')) return refused(40014, 'invalid access_token');
        const { userid = '' } = JSON.parse(body) as { userid?: string };
        // Case doesn't count in a `userid`.
        const wechat = wechatOf.has(userid) ? wechatOf.get(userid) : userid.toLowerCase();
        if (wechat === null) return refused(43004, 'require subscribe');
        return { body: { errcode: 0, errmsg: 'ok', openid: `oDjGHs-${wechat}` } };
      }
      return refused(40066, 'invalid url');
    },
  });
  return Object.assign(vendor, company, { wechatOf, revokeTokens: () => tokens.clear() });
}
