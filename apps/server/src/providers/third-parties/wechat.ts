import { z } from 'zod';
import { Refusal } from '../../kit/refusal.ts';
import { isWechat, isWecom } from './apps.ts';
import { answersWithinMs, declined, failed, labelOf, type ThirdParty } from './third-party.ts';
import { askVendor, withQuery } from './vendor-request.ts';

interface WechatApp {
  appId: string;
  secret: string;
}

export interface WechatOptions {
  /** Website application at open.weixin.qq.com: a QR code on a computer. */
  website: WechatApp | null;
  /** Official account (service account) at mp.weixin.qq.com: pages inside WeChat. */
  account: WechatApp | null;
  /** A test server in place of WeChat's own; null: WeChat. */
  standIn: string | null;
}

/**
 * Sign-in with WeChat. On a computer the website application shows a QR code
 * (https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html); inside WeChat, where
 * that page doesn't work, the official account asks
 * (https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html). Both exchange the
 * code in the same way. The `openid` differs between the two, so users are identified by their `unionid`: both belong
 * to the same account of the open platform.
 */
export function wechat({ website, account, standIn }: WechatOptions): ThirdParty {
  const pages = standIn ?? 'https://open.weixin.qq.com';
  const api = standIn ?? 'https://api.weixin.qq.com';
  const appIn = (userAgent: string) => (isWecom(userAgent) ? null : isWechat(userAgent) ? account : website);
  return {
    provider: 'wechat',
    name: standIn === null ? { zh: '微信', en: 'WeChat' } : { zh: '微信（测试）', en: 'WeChat (test)' },
    isUsableIn: (userAgent) => appIn(userAgent) !== null,
    async begin({ state, redirectUri, userAgent }) {
      const app = appIn(userAgent);
      if (!app) throw failed(new Error('no WeChat application for this browser'));
      const address = withQuery(`${pages}/connect/${app === account ? 'oauth2/authorize' : 'qrconnect'}`, {
        appid: app.appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: app === account ? 'snsapi_userinfo' : 'snsapi_login',
        state,
      });
      // Required: without it WeChat's page refuses to redirect.
      address.hash = 'wechat_redirect';
      return { address: address.href, secrets: { appId: app.appId } };
    },
    async finish({ code, secrets }) {
      const app = [website, account].find((one) => one?.appId === secrets.appId);
      if (!app) throw failed(new Error('the WeChat application was removed'));
      const signal = AbortSignal.timeout(answersWithinMs);
      const exchange = withQuery(`${api}/sns/oauth2/access_token`, {
        appid: app.appId,
        secret: app.secret,
        code,
        grant_type: 'authorization_code',
      });
      const token = accepted(await askVendor(exchange, { shape: TokenAnswer, signal }));
      // A preview of the page: WeChat returns a made-up user, a different one for each visitor.
      if (token.is_snapshotuser === 1) throw new Refusal('THIRD_PREVIEW', { isKept: true });
      const about = { access_token: token.access_token, openid: token.openid, lang: 'zh_CN' };
      const user = accepted(await askVendor(withQuery(`${api}/sns/userinfo`, about), { shape: UserAnswer, signal }));
      if (user.openid !== token.openid) throw failed(new Error('WeChat answered about another user'));
      if (!user.unionid) throw failed(new Error(`application ${app.appId} isn't bound to the WeChat open platform`));
      return { subject: user.unionid, label: labelOf(user.nickname) };
    },
  };
}

const Refused = z.object({ errcode: z.int().refine((code) => code !== 0), errmsg: z.string().optional() });
const TokenAnswer = z.union([
  Refused,
  z.object({
    access_token: z.string().min(1),
    openid: z.string().min(1),
    is_snapshotuser: z.int().optional(),
  }),
]);
const UserAnswer = z.union([
  Refused,
  z.object({ openid: z.string().min(1), unionid: z.string().optional(), nickname: z.string().optional() }),
]);

/** Invalid code, code used, code missing, code expired. */
const badCodes = new Set([40029, 40163, 41008, 42003]);

function accepted<Answer extends object>(answer: Answer | z.infer<typeof Refused>): Answer {
  if (!('errcode' in answer)) return answer;
  const { errcode, errmsg = '' } = answer;
  throw badCodes.has(errcode) ? declined() : failed(new Error(`WeChat answered ${errcode} ${errmsg}`));
}
