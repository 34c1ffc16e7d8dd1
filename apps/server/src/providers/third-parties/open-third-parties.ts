import { readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openidConnect } from './openid-connect.ts';
import { openThirdParties, type ThirdParties } from './third-parties.ts';
import type { ThirdParty } from './third-party.ts';

type Vendor = Config['SIGN_IN_PROVIDERS'][number];

/** Opens the vendors in the operator's order, then the providers of OpenID Connect; the configuration has checked their keys. */
export async function openConfiguredParties(
  config: Config,
  { publicUrl, redirectPath, clock }: { publicUrl: string; redirectPath: string; clock: () => Date },
): Promise<ThirdParties> {
  const vendors = await Promise.all(config.SIGN_IN_PROVIDERS.map((vendor) => openVendor(vendor, config, clock)));
  return openThirdParties([...vendors, ...config.OIDC_PROVIDERS.map(openidConnect)], {
    redirectUri: `${publicUrl}${redirectPath}`,
  });
}

/** Loads the client on demand: most installations have none or one. */
async function openVendor(vendor: Vendor, config: Config, clock: () => Date): Promise<ThirdParty> {
  const openers: Record<Vendor, () => Promise<ThirdParty>> = {
    async wechat() {
      const { wechat } = await import('./wechat.ts');
      return wechat({
        website: appOf(config.WECHAT_WEBSITE_APP_ID, config.WECHAT_WEBSITE_SECRET),
        account: appOf(config.WECHAT_ACCOUNT_APP_ID, config.WECHAT_ACCOUNT_SECRET),
        standIn: config.WECHAT_STAND_IN ?? null,
      });
    },
    async wecom() {
      const { WECOM_CORP_ID: corpId = '', WECOM_AGENT_ID: agentId = '', WECOM_SECRET: secret = '' } = config;
      const { wecom } = await import('./wecom.ts');
      return wecom({ corpId, agentId, secret, standIn: config.WECOM_STAND_IN ?? null, clock });
    },
    async dingtalk() {
      const { DINGTALK_CLIENT_ID: clientId = '', DINGTALK_CLIENT_SECRET: clientSecret = '' } = config;
      const { dingtalk } = await import('./dingtalk.ts');
      return dingtalk({ clientId, clientSecret, standIn: config.DINGTALK_STAND_IN ?? null });
    },
    async alipay() {
      const { ALIPAY_APP_ID: appId = '', ALIPAY_GATEWAY: gateway, ALIPAY_SIGN_IN_PAGE: page } = config;
      const { alipay } = await import('./alipay.ts');
      return alipay({
        appId,
        privateKey: await pemIn(config.ALIPAY_KEY_FILE ?? ''),
        alipayPublicKey: await pemIn(config.ALIPAY_PUBLIC_KEY_FILE ?? ''),
        gateway,
        page,
        isStandIn: ![gateway, page].every((url) => new URL(url).hostname.endsWith('.alipay.com')),
      });
    },
  };
  return openers[vendor]();
}

const appOf = (appId: string | undefined, secret: string | undefined) => (appId && secret ? { appId, secret } : null);

const pemIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
