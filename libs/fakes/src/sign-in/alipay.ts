import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isRsa2, rsa2, signedText } from '../alipay/signature.ts';
import { type ApiRequest, type Codes, faultOf, type SignInVendor, startVendor } from './vendor.ts';

/** The stand-in for Alipay's sign-in, with its keys. */
export interface FakeAlipaySignIn extends SignInVendor {
  readonly gateway: string;
  readonly page: string;
  readonly appId: string;
  /** The application's, PEM. */
  readonly privateKey: string;
  /** Alipay's public key as PEM. */
  readonly publicKey: string;
  readonly settings: {
    /** How answers are signed: by Alipay, by another key, or not at all. */
    signature: 'valid' | 'forged' | 'absent';
    /** Which id users have: applications made before 2023 get the other one. */
    id: 'open_id' | 'user_id';
  };
}

type Fields = Record<string, string | number>;

const pem = (key: KeyObject): string =>
  (key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string).trim();
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pagePath = '/oauth2/publicAppAuthorize.htm';

/**
 * Starts a stand-in for Alipay's sign-in with its own keys: the authorization page, then `alipay.system.oauth.token` and
 * `alipay.user.info.share` at the gateway. It verifies the application's RSA2 signature, code and token, and signs its answers.
 */
export async function startAlipaySignIn(): Promise<FakeAlipaySignIn> {
  const application = pair();
  const own = pair();
  const stranger = pair();
  const appId = '2021000000000002';
  const tokens = new Map<string, string>();
  const settings: FakeAlipaySignIn['settings'] = { signature: 'valid', id: 'open_id' };

  const idOf = (name: string): Fields => ({
    [settings.id]: createHash('sha256').update(name).digest('base64url').slice(0, 32),
  });
  const refused = (code: string, msg: string, sub_code: string): [string, Fields] => [
    'error_response',
    { code, msg, sub_code },
  ];
  function answerTo(fields: Record<string, string>, codes: Codes): [key: string, value: Fields] {
    const isOurs = fields.app_id === appId && fields.sign_type === 'RSA2';
    if (!isOurs || !isRsa2(signedText(fields, { withSignType: true }), fields.sign ?? '', application.publicKey))
      return refused('40002', 'Invalid Arguments', 'isv.invalid-signature');
    if (fields.method === 'alipay.system.oauth.token') {
      if (fields.grant_type !== 'authorization_code')
        return refused('40002', 'Invalid Arguments', 'isv.grant-type-invalid');
      const user = codes.take(fields.code ?? '', appId);
      if (typeof user === 'string') return refused('40002', 'Invalid Arguments', 'isv.code-invalid');
      const access_token = `authbse${randomBytes(16).toString('hex')}`;
      tokens.set(access_token, user.name);
      const life = { expires_in: 1_296_000, re_expires_in: 2_592_000, refresh_token: 'unused' };
      return ['alipay_system_oauth_token_response', { access_token, ...life, ...idOf(user.name) }];
    }
    if (fields.method === 'alipay.user.info.share') {
      const name = tokens.get(fields.auth_token ?? '');
      if (name === undefined) return refused('20001', 'Insufficient Token Permissions', 'aop.invalid-auth-token');
      return ['alipay_user_info_share_response', { code: '10000', msg: 'Success', nick_name: name, ...idOf(name) }];
    }
    return refused('40002', 'Invalid Arguments', 'isv.invalid-method');
  }

  const vendor = await startVendor({
    pages: {
      [pagePath]: {
        fault: (query) => faultOf(query, { app_id: appId, scope: 'auth_user' }),
        codeParameter: 'auth_code',
        appOf: () => appId,
        cancelled: { app_id: appId, source: 'alipay_wallet', error_scope: 'auth_user' },
      },
    },
    busy: {
      body: { error_response: { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' } },
    },
    api(request: ApiRequest, codes: Codes) {
      const fields = { ...Object.fromEntries(request.query), ...Object.fromEntries(new URLSearchParams(request.body)) };
      const [key, answer] = answerTo(fields, codes);
      const value = JSON.stringify(answer);
      const signer = settings.signature === 'forged' ? stranger.privateKey : own.privateKey;
      const sign = settings.signature === 'absent' ? '' : `,"sign":${JSON.stringify(rsa2(value, signer))}`;
      return { body: `{"${key}":${value}${sign}}` };
    },
  });
  return Object.assign(vendor, {
    gateway: `${vendor.origin}/gateway.do`,
    page: `${vendor.origin}${pagePath}`,
    appId,
    privateKey: pem(application.privateKey),
    publicKey: pem(own.publicKey),
    settings,
  });
}
