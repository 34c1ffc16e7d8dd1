import { createHash, randomBytes } from 'node:crypto';
import { type ApiAnswer, faultOf, type SignInVendor, startVendor } from './vendor.ts';

/** The stand-in for DingTalk's sign-in and its one application. */
export interface FakeDingtalk extends SignInVendor {
  readonly clientId: string;
  readonly clientSecret: string;
}

const refused = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { requestid: randomBytes(8).toString('hex'), code, message },
});

/**
 * Starts a stand-in for DingTalk's sign-in: `oauth2/auth`, then `v1.0/oauth2/userAccessToken` and `v1.0/contact/users/me`.
 * It verifies application, secret, code and token.
 */
export async function startDingtalkSignIn(): Promise<FakeDingtalk> {
  const application = { clientId: 'dingoaaaaaaaaaaaaaaa', clientSecret: 'a-secret-of-the-application' };
  const tokens = new Map<string, string>();
  const vendor = await startVendor({
    pages: {
      '/oauth2/auth': {
        fault: (query) =>
          faultOf(query, {
            client_id: application.clientId,
            response_type: 'code',
            scope: 'openid',
            prompt: 'consent',
          }),
        codeParameter: 'authCode',
        appOf: () => application.clientId,
        cancelled: {},
      },
    },
    busy: refused(503, 'ServiceUnavailable', 'service busy'),
    api({ path, method, headers, body }, codes) {
      if (path === '/v1.0/oauth2/userAccessToken' && method === 'POST') {
        const asked = JSON.parse(body) as Record<string, string>;
        if (!headers['content-type']?.startsWith('application/json'))
          return refused(400, 'UnsupportedMediaType', 'send JSON');
        if (asked.clientId !== application.clientId || asked.clientSecret !== application.clientSecret)
          return refused(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret');
        if (asked.grantType !== 'authorization_code') return refused(400, 'invalidParameter.grantType', 'grantType');
        const user = codes.take(asked.code ?? '', application.clientId);
        if (typeof user === 'string') return refused(400, 'invalidParameter.authCode.notFound', '不合法的临时授权码');
        const accessToken = randomBytes(16).toString('hex');
        tokens.set(accessToken, user.name);
        return { body: { accessToken, refreshToken: 'unused', expireIn: 7200, corpId: 'ding1' } };
      }
      if (path === '/v1.0/contact/users/me' && method === 'GET') {
        const name = tokens.get(String(headers['x-acs-dingtalk-access-token'] ?? ''));
        if (name === undefined) return refused(401, 'InvalidAuthentication', '不合法的access_token');
        const unionId = createHash('sha256').update(name).digest('base64url').slice(0, 24);
        return { body: { nick: name, unionId, openId: `${unionId}-of-this-application` } };
      }
      return refused(404, 'InvalidAction.NotFound', 'no such interface');
    },
  });
  return Object.assign(vendor, application);
}
