import { createHash, randomBytes } from 'node:crypto';
import { type ApiAnswer, type AuthorizationPage, faultOf, type SignInVendor, startVendor } from './vendor.ts';

interface App {
  appId: string;
  secret: string;
}

/** The stand-in for WeChat's sign-in and its two applications. */
export interface FakeWechat extends SignInVendor {
  /** Website application. */
  readonly website: App;
  /** Official account. */
  readonly account: App;
  readonly settings: {
    /** The next users are a preview's made-up ones. */
    isSnapshot: boolean;
    /** False: the applications aren't bound to the open platform, and users have no `unionid`. */
    hasUnionId: boolean;
  };
}

const refused = (errcode: number, errmsg: string): ApiAnswer => ({ body: { errcode, errmsg } });
const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 28);

/**
 * Starts a stand-in for WeChat's sign-in: `connect/qrconnect` (website) and `connect/oauth2/authorize` (official account), then
 * `sns/oauth2/access_token` and `sns/userinfo`. It verifies application, secret, code and token; a user's `openid` differs by
 * application, the `unionid` doesn't.
 */
export async function startWechatSignIn(): Promise<FakeWechat> {
  const website = { appId: 'wxwebsite00000001', secret: 'a-secret-of-the-website' };
  const account = { appId: 'wxaccount00000002', secret: 'a-secret-of-the-account' };
  const tokens = new Map<string, { name: string; openid: string }>();
  const page = ({ appId }: App, scope: string): AuthorizationPage => ({
    fault: (query) => faultOf(query, { appid: appId, response_type: 'code', scope }),
    codeParameter: 'code',
    appOf: (query) => query.get('appid') ?? '',
    cancelled: {},
  });
  const settings = { isSnapshot: false, hasUnionId: true };
  const vendor = await startVendor({
    pages: {
      '/connect/qrconnect': page(website, 'snsapi_login'),
      '/connect/oauth2/authorize': page(account, 'snsapi_userinfo'),
    },
    busy: refused(-1, 'system error'),
    api({ path, query }, codes) {
      if (path === '/sns/oauth2/access_token') {
        const app = [website, account].find((one) => one.appId === query.get('appid'));
        if (!app) return refused(40013, 'invalid appid');
        if (query.get('secret') !== app.secret) return refused(40125, 'invalid appsecret');
        if (query.get('grant_type') !== 'authorization_code') return refused(40002, 'invalid grant_type');
        const user = codes.take(query.get('code') ?? '', app.appId);
        if (user === 'used') return refused(40163, 'code been used');
        if (user === 'unknown') return refused(40029, 'invalid code');
        const access_token = randomBytes(24).toString('base64url');
        const openid = short(`${app.appId} ${user.name}`);
        tokens.set(access_token, { name: user.name, openid });
        const known = { access_token, expires_in: 7200, refresh_token: 'unused', openid, scope: 'snsapi_userinfo' };
        return { body: settings.isSnapshot ? { ...known, is_snapshotuser: 1 } : known };
      }
      if (path === '/sns/userinfo') {
        const known = tokens.get(query.get('access_token') ?? '');
        if (!known) return refused(40001, 'invalid credential, access_token is invalid or not latest');
        if (query.get('openid') !== known.openid) return refused(40003, 'invalid openid');
        const user = { openid: known.openid, nickname: known.name, sex: 0, privilege: [] };
        return { body: settings.hasUnionId ? { ...user, unionid: short(`union ${known.name}`) } : user };
      }
      return refused(43001, 'unknown method');
    },
  });
  return Object.assign(vendor, { website, account, settings });
}
