import { readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import type { Outside, PaymentProvider } from './payment.ts';
import type { Payments } from './payments.ts';
import { type Sandbox, sandbox } from './sandbox.ts';

interface Ours {
  database: Database;
  /** The sandbox signs with it. */
  key: Uint8Array;
  publicUrl: string;
  clock: () => Date;
}

/** Opens the configured providers and loads their clients on demand. @throws Error naming the missing key, at start */
export async function openPayments(
  config: Config,
  { database, ...ours }: Ours,
): Promise<{ payments: Payments; sandbox: Sandbox | undefined }> {
  const till = config.PAY_PROVIDERS.includes('sandbox') ? sandbox({ db: database.pool, ...ours }) : undefined;
  const payments = new Map<Outside, PaymentProvider>();
  for (const name of config.PAY_PROVIDERS) {
    if (name === 'alipay') payments.set(name, await openAlipay(config));
    else if (name === 'wechat') payments.set(name, await openWechat(config));
    else if (name === 'stripe') payments.set(name, await openStripe(config));
    else if (till) payments.set(name, till);
  }
  return { payments, sandbox: till };
}

async function openAlipay(config: Config): Promise<PaymentProvider> {
  const { alipayPayment } = await import('./alipay.ts');
  return alipayPayment({
    appId: needed(config, 'ALIPAY_APP_ID'),
    sellerId: needed(config, 'ALIPAY_SELLER_ID'),
    privateKey: await pemIn(needed(config, 'ALIPAY_KEY_FILE')),
    alipayPublicKey: await pemIn(needed(config, 'ALIPAY_PUBLIC_KEY_FILE')),
    gateway: config.ALIPAY_GATEWAY,
  });
}

async function openWechat(config: Config): Promise<PaymentProvider> {
  const { wechatPayment } = await import('./wechat.ts');
  return wechatPayment({
    merchantId: needed(config, 'WECHAT_MERCHANT_ID'),
    appId: needed(config, 'WECHAT_APP_ID'),
    privateKey: await pemIn(needed(config, 'WECHAT_KEY_FILE')),
    serial: needed(config, 'WECHAT_KEY_SERIAL'),
    publicKey: await pemIn(needed(config, 'WECHAT_PUBLIC_KEY_FILE')),
    publicKeyId: needed(config, 'WECHAT_PUBLIC_KEY_ID'),
    apiKey: needed(config, 'WECHAT_API_KEY'),
    gateway: config.WECHAT_GATEWAY,
  });
}

async function openStripe(config: Config): Promise<PaymentProvider> {
  const { stripePayment } = await import('./stripe.ts');
  return stripePayment({
    key: needed(config, 'STRIPE_KEY'),
    webhookSecret: needed(config, 'STRIPE_WEBHOOK_SECRET'),
    gateway: config.STRIPE_GATEWAY,
  });
}

function needed(
  config: Config,
  key: { [Key in keyof Config]-?: string extends Config[Key] ? Key : never }[keyof Config],
) {
  const value = config[key];
  if (!value) throw new Error(`PAY_PROVIDERS needs ${key}.`);
  return value;
}

const pemIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
