import { z } from 'zod';
import { isWechat, isWecom } from './apps.ts';
import { answersWithinMs, declined, failed, labelOf, type ThirdParty } from './third-party.ts';
import { askVendor, withQuery } from './vendor-request.ts';

export interface DingtalkOptions {
  /** AppKey of the application. */
  clientId: string;
  /** AppSecret. */
  clientSecret: string;
  /** A test server in place of DingTalk's own; null: DingTalk. */
  standIn: string | null;
}

/**
 * Sign-in with DingTalk by its new OAuth 2.0 interface: the page returns `authCode`
 * (https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information), which `userAccessToken` exchanges
 * once; `contact/users/me` needs the permission `Contact.User.Read`. Users are known by their `unionId`, which is the same for
 * every application of one developer.
 */
export function dingtalk({ clientId, clientSecret, standIn }: DingtalkOptions): ThirdParty {
  const api = standIn ?? 'https://api.dingtalk.com';
  return {
    provider: 'dingtalk',
    name: standIn === null ? { zh: '钉钉', en: 'DingTalk' } : { zh: '钉钉（测试）', en: 'DingTalk (test)' },
    isUsableIn: (userAgent) => !isWechat(userAgent) && !isWecom(userAgent),
    async begin({ state, redirectUri }) {
      const address = withQuery(`${standIn ?? 'https://login.dingtalk.com'}/oauth2/auth`, {
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: clientId,
        scope: 'openid',
        state,
        prompt: 'consent',
      });
      return { address: address.href, secrets: {} };
    },
    async finish({ code }) {
      const signal = AbortSignal.timeout(answersWithinMs);
      const { accessToken } = accepted(
        await askVendor(new URL(`${api}/v1.0/oauth2/userAccessToken`), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
          shape: TokenAnswer,
          signal,
        }),
      );
      const user = accepted(
        await askVendor(new URL(`${api}/v1.0/contact/users/me`), {
          headers: { 'x-acs-dingtalk-access-token': accessToken },
          shape: UserAnswer,
          signal,
        }),
      );
      return { subject: user.unionId, label: labelOf(user.nick) };
    },
  };
}

const Refused = z.object({ code: z.string(), message: z.string().optional() });
const TokenAnswer = z.union([z.object({ accessToken: z.string().min(1) }), Refused]);
const UserAnswer = z.union([z.object({ unionId: z.string().min(1), nick: z.string().optional() }), Refused]);

function accepted<Answer extends object>(answer: Answer | z.infer<typeof Refused>): Answer {
  if (!('code' in answer)) return answer;
  const { code, message = '' } = answer as z.infer<typeof Refused>;
  throw code.startsWith('invalidParameter.authCode') ? declined() : failed(new Error(`DingTalk: ${code} ${message}`));
}
