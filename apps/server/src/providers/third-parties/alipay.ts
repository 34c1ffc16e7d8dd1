import { AlipayError, openAlipay } from '../alipay-gateway.ts';
import { isWechat, isWecom } from './apps.ts';
import { answersWithinMs, declined, failed, labelOf, type ThirdParty } from './third-party.ts';
import { withQuery } from './vendor-request.ts';

export interface AlipayOptions {
  appId: string;
  /** PEM, PKCS #1 or PKCS #8. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  alipayPublicKey: string;
  gateway: string;
  /** Alipay's authorization page. */
  page: string;
  isStandIn: boolean;
}

interface Answer {
  code?: string;
  msg?: string;
  subCode?: string;
  accessToken?: string;
  openId?: string;
  userId?: string;
  nickName?: string;
}

/**
 * Sign-in with Alipay (https://opendocs.alipay.com/open/263/105809): the page returns `auth_code`, which
 * `alipay.system.oauth.token` exchanges once. Requests and answers are signed with RSA2; unsigned answers are rejected.
 * Applications made since 2023 get an `open_id`, older ones a `user_id`; the subject says which.
 */
export function alipay({ appId, privateKey, alipayPublicKey, gateway, page, isStandIn }: AlipayOptions): ThirdParty {
  const opened = openAlipay({ appId, privateKey, alipayPublicKey, gateway, timeoutMs: answersWithinMs / 2 });
  const ask = async (method: string, parameters: Record<string, string>): Promise<Answer> => {
    const answer: Answer = await opened.ask(method, parameters).catch((error: unknown) => {
      const isDeclined = error instanceof AlipayError && error.subCode === 'isv.code-invalid';
      throw isDeclined ? declined() : failed(error);
    });
    if (answer.subCode === 'isv.code-invalid') throw declined();
    // The token's answer has no code if it succeeds.
    if (answer.code !== undefined && answer.code !== '10000')
      throw failed(new Error(`${method} was refused: ${answer.code} ${answer.subCode ?? answer.msg ?? ''}`));
    return answer;
  };
  return {
    provider: 'alipay',
    name: isStandIn ? { zh: '支付宝（测试）', en: 'Alipay (test)' } : { zh: '支付宝', en: 'Alipay' },
    isUsableIn: (userAgent) => !isWechat(userAgent) && !isWecom(userAgent),
    async begin({ state, redirectUri }) {
      const address = withQuery(page, { app_id: appId, scope: 'auth_user', redirect_uri: redirectUri, state });
      return { address: address.href, secrets: {} };
    },
    async finish({ code }) {
      const token = await ask('alipay.system.oauth.token', { grantType: 'authorization_code', code });
      const subject = subjectOf(token);
      if (!token.accessToken || !subject) throw failed(new Error('Alipay named no user'));
      const user = await ask('alipay.user.info.share', { authToken: token.accessToken });
      return { subject, label: labelOf(user.nickName) };
    },
  };
}

const subjectOf = ({ openId, userId }: Answer): string | null =>
  openId ? `open_id/${openId}` : userId ? `user_id/${userId}` : null;
