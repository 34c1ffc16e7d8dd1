import { z } from 'zod';
import { Refusal } from '../../kit/refusal.ts';
import { isWechat, isWecom } from './apps.ts';
import { answersWithinMs, declined, failed, type ThirdParty } from './third-party.ts';
import { askVendor, withQuery } from './vendor-request.ts';

export interface WecomOptions {
  corpId: string;
  agentId: string;
  /** The application's secret. */
  secret: string;
  /** A test server in place of WeCom's own; null: WeCom. */
  standIn: string | null;
  clock: () => Date;
}

/** Tokens are renewed a little early, so that none expires on its way. */
const earlyMs = 5 * 60_000;

/**
 * Sign-in of a company's members with WeCom: a QR code on a computer
 * (https://developer.work.weixin.qq.com/document/path/98152), silent authorization inside the app (…/91022), then
 * `auth/getuserinfo` (…/98176) and `user/convert_to_openid` (…/90202). A company may give the `userid` of a former
 * member to another one, so users are identified by the `openid` of the member's own WeChat account, which doesn't move
 * with a `userid`. The application's access token is valid for two hours, and WeCom limits how often it is requested,
 * so it is cached.
 */
export function wecom({ corpId, agentId, secret, standIn, clock }: WecomOptions): ThirdParty {
  const api = standIn ?? 'https://qyapi.weixin.qq.com';
  let kept: { token: string; untilMs: number } | undefined;
  const tokenOf = async (signal: AbortSignal): Promise<string> => {
    const now = clock().getTime();
    if (kept && kept.untilMs > now) return kept.token;
    const asked = withQuery(`${api}/cgi-bin/gettoken`, { corpid: corpId, corpsecret: secret });
    const answer = await askVendor(asked, { shape: TokenAnswer, signal });
    if (!('access_token' in answer)) throw failed(refusedBy(answer));
    kept = { token: answer.access_token, untilMs: now + answer.expires_in * 1000 - earlyMs };
    return answer.access_token;
  };
  const userOf = async (code: string, signal: AbortSignal): Promise<z.infer<typeof UserAnswer>> => {
    const asked = withQuery(`${api}/cgi-bin/auth/getuserinfo`, { access_token: await tokenOf(signal), code });
    return askVendor(asked, { shape: UserAnswer, signal });
  };
  const openidOf = async (userid: string, signal: AbortSignal): Promise<string> => {
    const asked = withQuery(`${api}/cgi-bin/user/convert_to_openid`, { access_token: await tokenOf(signal) });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ userid });
    const answer = await askVendor(asked, { shape: OpenidAnswer, signal, method: 'POST', headers, body });
    if (answer.errcode === noWechat) throw new Refusal('THIRD_NO_WECHAT', { isKept: true });
    if (answer.errcode || !answer.openid) throw failed(refusedBy(answer));
    return answer.openid;
  };
  return {
    provider: 'wecom',
    name: standIn === null ? { zh: '企业微信', en: 'WeCom' } : { zh: '企业微信（测试）', en: 'WeCom (test)' },
    // Its pages don't open inside WeChat itself.
    isUsableIn: (userAgent) => !isWechat(userAgent),
    async begin({ state, redirectUri, userAgent }) {
      const address = isWecom(userAgent)
        ? withQuery(`${standIn ?? 'https://open.weixin.qq.com'}/connect/oauth2/authorize`, {
            appid: corpId,
            redirect_uri: redirectUri,
            response_type: 'code',
            scope: 'snsapi_base',
            state,
            agentid: agentId,
          })
        : withQuery(`${standIn ?? 'https://login.work.weixin.qq.com'}/wwlogin/sso/login`, {
            login_type: 'CorpApp',
            appid: corpId,
            agentid: agentId,
            redirect_uri: redirectUri,
            state,
          });
      if (isWecom(userAgent)) address.hash = 'wechat_redirect';
      return { address: address.href, secrets: {} };
    },
    async finish({ code }) {
      const signal = AbortSignal.timeout(answersWithinMs);
      let answer = await userOf(code, signal);
      if (answer.errcode !== undefined && staleTokens.has(answer.errcode)) {
        // Another process renewed it; the code isn't spent.
        kept = undefined;
        answer = await userOf(code, signal);
      }
      if (answer.errcode) throw badCodes.has(answer.errcode) ? declined() : failed(refusedBy(answer));
      // A person outside the company has an `openid` only.
      if (answer.openid && !answer.userid) throw new Refusal('THIRD_NOT_MEMBER', { isKept: true });
      if (!answer.userid) throw failed(new Error('WeCom named no user'));
      return { subject: `${corpId}/${await openidOf(answer.userid, signal)}`, label: answer.userid };
    },
  };
}

const Refused = z.object({ errcode: z.int().refine((code) => code !== 0), errmsg: z.string().optional() });
const TokenAnswer = z.union([Refused, z.object({ access_token: z.string().min(1), expires_in: z.int().positive() })]);
const UserAnswer = z.object({
  errcode: z.int().optional(),
  errmsg: z.string().optional(),
  userid: z.string().optional(),
  openid: z.string().optional(),
});
const OpenidAnswer = z.object({
  errcode: z.int().optional(),
  errmsg: z.string().optional(),
  openid: z.string().optional(),
});

/** Invalid, missing and expired access token. */
const staleTokens = new Set([40014, 41001, 42001]);
/** Invalid code, code used, code missing, code expired. */
const badCodes = new Set([40029, 40163, 41008, 42003]);

/** The member never linked a WeChat account in WeCom. */
const noWechat = 43004;

const refusedBy = ({ errcode, errmsg = '' }: { errcode?: number | undefined; errmsg?: string | undefined }): Error =>
  new Error(`WeCom answered ${errcode} ${errmsg}`);
