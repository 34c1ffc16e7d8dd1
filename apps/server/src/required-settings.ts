import type { Word } from '@proofkeep/contract';
import { type Config, Keys } from './config.ts';
import { missingTextTemplates } from './providers/text-templates.ts';

/** Marks a value of the example in docs/operating.md that the operator has to replace. */
const placeholder = 'FILL-IN';

interface MissingSetting {
  key: string;
  says: Word;
}

/** Settings that the others require or rule out, and placeholders that were left in. */
export function missingSettings(config: Config, environment: NodeJS.ProcessEnv): MissingSetting[] {
  const left = Object.keys(Keys.shape).filter((key) => environment[key]?.includes(placeholder));
  return [
    ...left.map((key) => ({ key, says: [`仍含有占位符 ${placeholder}`, `still contains ${placeholder}`] as const })),
    ...required(config),
    ...oneRecord(config),
    ...sharedNames(config),
    ...production(config),
    ...textMessages(config),
  ];
}

const identityKeys = ['ALIPAY_APP_ID', 'ALIPAY_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE'] as const;

const paymentKeys = {
  sandbox: [],
  alipay: [...identityKeys, 'ALIPAY_SELLER_ID'],
  wechat: [
    'WECHAT_MERCHANT_ID',
    'WECHAT_APP_ID',
    'WECHAT_KEY_FILE',
    'WECHAT_KEY_SERIAL',
    'WECHAT_PUBLIC_KEY_FILE',
    'WECHAT_PUBLIC_KEY_ID',
    'WECHAT_API_KEY',
  ],
  stripe: ['STRIPE_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const;

/** Each WeChat application is complete or absent; if both are absent, the website application is required. */
function signInKeys(name: Config['SIGN_IN_PROVIDERS'][number], config: Config): readonly (keyof Config)[] {
  if (name !== 'wechat') return vendorKeys[name];
  const website = ['WECHAT_WEBSITE_APP_ID', 'WECHAT_WEBSITE_SECRET'] as const;
  const account = ['WECHAT_ACCOUNT_APP_ID', 'WECHAT_ACCOUNT_SECRET'] as const;
  const begun = [website, account].filter((keys) => keys.some((key) => config[key]));
  return begun.length === 0 ? website : begun.flat();
}

const vendorKeys = {
  wecom: ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET'],
  dingtalk: ['DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET'],
  alipay: identityKeys,
} as const;

/** Keys of the chosen providers, each once. */
function required(config: Config): MissingSetting[] {
  const wanted = new Map<keyof Config, string>();
  const want = (keys: readonly (keyof Config)[], by: string) => {
    for (const key of keys) if (!config[key] && !wanted.has(key)) wanted.set(key, by);
  };
  if (config.COURT_PROVIDER === 'http') want(['COURT_NAME', 'COURT_URL', 'COURT_KEY_FILE'], 'COURT_PROVIDER=http');
  if (config.IDENTITY_PROVIDER === 'alipay') want(identityKeys, 'IDENTITY_PROVIDER=alipay');
  for (const name of config.PAY_PROVIDERS) want(paymentKeys[name], `PAY_PROVIDERS=${name}`);
  for (const name of config.SIGN_IN_PROVIDERS) want(signInKeys(name, config), `SIGN_IN_PROVIDERS=${name}`);
  if (config.SMS_PROVIDER === 'aliyun')
    want(['ALIBABA_CLOUD_ACCESS_KEY_ID', 'ALIBABA_CLOUD_ACCESS_KEY_SECRET'], 'SMS_PROVIDER=aliyun');
  return [...wanted].map(([key, by]) => ({ key, says: [`${by} 需要此项`, `required by ${by}`] }));
}

/** The provider's key distinguishes linked identities. */
const sharedNames = ({ SIGN_IN_PROVIDERS, OIDC_PROVIDERS }: Config): MissingSetting[] =>
  OIDC_PROVIDERS.filter(({ provider }) => SIGN_IN_PROVIDERS.some((name) => name === provider)).map(({ provider }) => ({
    key: 'OIDC_PROVIDERS',
    says: [`${provider} 已用于 SIGN_IN_PROVIDERS`, `${provider} is a name of SIGN_IN_PROVIDERS`],
  }));

const oneRecord = ({ LOG_HEAD_FOLDER, LOG_HEAD_URL }: Config): MissingSetting[] =>
  LOG_HEAD_FOLDER && LOG_HEAD_URL
    ? [{ key: 'LOG_HEAD_URL', says: ['与 LOG_HEAD_FOLDER 只能设置一项', 'LOG_HEAD_FOLDER is set too: use one'] }]
    : [];

const production = ({ NODE_ENV, REPLAY_URL }: Config): MissingSetting[] =>
  NODE_ENV === 'production' && REPLAY_URL && !/^https?:\/\/\*\./.test(REPLAY_URL)
    ? [
        {
          key: 'REPLAY_URL',
          says: [
            '生产环境要求首段为 `*`，如 https://*.replay.example',
            'NODE_ENV=production needs `*` as its first label, as in https://*.replay.example',
          ],
        },
      ]
    : [];

function textMessages({ SMS_PROVIDER, SMS_TEMPLATES, SMS_SIGN_NAME }: Config): MissingSetting[] {
  if (SMS_PROVIDER !== 'aliyun') return [];
  const found: MissingSetting[] = [];
  const missing = missingTextTemplates(SMS_TEMPLATES).join(', ');
  if (missing !== '')
    found.push({ key: 'SMS_TEMPLATES', says: [`缺少模板：${missing}`, `no template for ${missing}`] });
  const isSigned = [...SMS_TEMPLATES.values()].every(({ signName }) => signName !== undefined);
  if (!(isSigned && SMS_TEMPLATES.size > 0) && !SMS_SIGN_NAME)
    found.push({
      key: 'SMS_SIGN_NAME',
      says: ['有模板未注明签名，需要此项', 'required by templates without a signature'],
    });
  return found;
}
