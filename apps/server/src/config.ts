import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { defaultTimeServers, isTimeServer } from '@proofkeep/bundle/time-servers';
import { z } from 'zod';
import { connectionLimits } from './http/connections.ts';
import { missingTextTemplates, TextTemplates } from './providers/text-templates.ts';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** What is fit for trying the product out and for developing it; `production.ts` says what it means to rely on it. */
export const developmentParts = [
  'generated-keys',
  'text-message-outbox',
  'mail-outbox',
  'identity-review',
  'payment-sandbox',
  'no-log-head',
] as const;
export type DevelopmentPart = (typeof developmentParts)[number];

const hasNoPassword = (text: string) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '';

const isOfThisMachine = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** An address, or a network that is not all addresses (RFC 4632, RFC 4291 §2.3). */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest);
}
/** JSON whose items have names of their own. */
const listOfJson = <Item extends z.ZodObject>(item: Item, name: keyof z.output<Item>) =>
  z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.array(item))
    .refine((list) => new Set(list.map((one) => one[name])).size === list.length, 'the same name twice');

const isSafe = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isOfThisMachine(text));
};

/** Where keys go along: over nothing but TLS, except on this machine. */
const safeGateway = z.url({ protocol: /^https?$/ }).refine(isSafe, 'https:, or http: on this machine');

/**
 * Every key the product reads from the environment, each with its consequence. Nothing else reads the environment,
 * but for the capture node's own keys (`apps/capture/src/config.ts`).
 */
const Keys = z.object({
  /** Folder of everything that must survive: database, evidence, keys, published log. Losing it loses the evidence. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  /** A PostgreSQL server to use; absent: the embedded one under `DATA_DIR`, up for as long as a command needs it. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * Where the files of the evidence are kept: `s3://bucket/prefix?endpoint=…&region=…`, credentials from the AWS SDK's own
   * variables; absent: in `store` under `DATA_DIR`. Changing it moves nothing: what is in the old place is not found.
   * In a bucket with object lock what is certified is locked in compliance mode: nobody can remove it before `RETENTION_DAYS`.
   * Without a default retention, which would keep what is rejected, too.
   */
  STORE_URL: z.url({ protocol: /^s3$/ }).refine(hasNoPassword, 'no user or password in it').optional(),
  /**
   * Folder outside of `DATA_DIR`, best on another disk or machine, in which each head of the log is recorded before it is
   * published, in files that are written once. Nothing is signed when it cannot be read and written, or when its last head is
   * not one of this database: an old or a second copy of the data stops. It is in no backup of `DATA_DIR`, and never restored
   * with one. Absent: such a copy signs another history under the same key, and nothing here notices.
   */
  LOG_HEAD_FOLDER: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /** For so many days from its certificate on no evidence is removed. Fewer days are for what is certified from then on. */
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(3_650),
  /**
   * With less space left in `DATA_DIR` or its store, in MiB, no capture is taken or begun and `/readyz` is 503: those under way
   * can end. At least what the captures made at the same time write.
   */
  MIN_FREE_MIB: z.coerce.number().int().min(0).default(2_048),
  /** Destinations that captures may reach although they are not public: `host:port`, `address:port` or CIDR, comma-separated. Opens them to every captured page. */
  EGRESS_ALLOW: list,
  /**
   * Outside RFC 3161 authorities asked beside the embedded one, comma-separated. One that gives no token does not stop the
   * seal; its address, without the query, and the reason stand in the bundle and on the certificate for everybody to read.
   * CRLs and OCSP responses are fetched with each token from the URLs in the authority's certificates, under `EGRESS_ALLOW`; they
   * delay a seal by at most 20 s per authority.
   */
  TSA_URLS: list.pipe(z.array(z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'no user or password in it'))),
  /**
   * Time servers with which this machine's clock is compared (SNTP over UDP), comma-separated, `host` or `host:port`; captures
   * made here ask them, too. Two must agree, and most of those that answer. Beyond 1 s the service stamps nothing; where nobody
   * answers, or the list is empty, it goes on, and the evidence says that the clock was not compared.
   */
  NTP_SERVERS: z
    .string()
    .default(defaultTimeServers)
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .pipe(z.array(z.string().refine(isTimeServer, 'host, host:port or [address]:port'))),
  /** Port of the service. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address it listens on. Anything but loopback shows the service to the network without TLS: put a proxy in front. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * Addresses or networks of the proxies in front, comma-separated: only what these say in `X-Forwarded-For`, `-Host` and
   * `-Proto` is believed. Absent: nobody, and behind a proxy all the world counts as one address. Whoever stands here can
   * speak for any address: name no network from which people come.
   */
  TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isNetwork, 'an address, or a network as in 10.0.0.0/8'))),
  /**
   * Connections that one address (of IPv6: one /64) may have open at once; those of `TRUSTED_PROXIES` are not counted. Too few
   * shut out people who share an address.
   */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(16).max(65_536).default(connectionLimits.perAddress),
  /** Where people reach the service; absent: as it listens. With `https:` the session cookie is sent over nothing else, and no page without TLS may change anything. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Port on which captured pages are replayed; absent: the one after `PORT`. */
  REPLAY_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /**
   * Where people reach that port; absent: `127.0.0.1` where the service is reached as `localhost`, and no replay elsewhere. It
   * must be of another site (registrable domain) than `PUBLIC_URL`: whatever was captured runs there. With a `*` as its first
   * label (`https://*.replay.example`) each capture has an origin of its own, and none gets at what another left in the browser:
   * NODE_ENV=production needs it.
   */
  REPLAY_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** What capture nodes show to be given work; absent: one made at the first start, in `DATA_DIR/keys/node-token`. */
  NODE_TOKEN: z.string().min(32).optional(),
  /** Captures that the node beside the service makes at the same time; 0: it starts none. */
  CAPTURE_CONCURRENCY: z.coerce.number().int().min(0).max(64).default(2),
  /**
   * How text messages are sent. `outbox`: not at all; they can be read at `/dev/outbox` by anybody, for development. `aliyun`:
   * by Alibaba Cloud, which needs the keys below.
   */
  SMS_PROVIDER: z.enum(['outbox', 'aliyun']).default('outbox'),
  /**
   * By which template of the provider each of ours goes out, comma-separated: `code-login=SMS_1`, `code-login.en=SMS_2` for
   * English (else the Chinese one is sent), `code-login=SMS_1@存真` with a signature of its own.
   */
  SMS_TEMPLATES: TextTemplates,
  /**
   * Codes by text message that are sent within an hour, all phones together. Beyond it nobody gets any but in a browser that
   * they have signed in with before: robots that solve challenges cost no more than this, and new users wait.
   */
  TEXT_CODES_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  /** The approved signature that messages bear. */
  SMS_SIGN_NAME: z.string().max(100).optional(),
  /** Where Alibaba Cloud is asked to send them; over nothing but TLS, except on this machine. */
  SMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(isSafe, 'https:, or http: on this machine')
    .default('https://dysmsapi.aliyuncs.com'),
  /** Key of a RAM user that may do `dysms:SendSms` and `dysms:QuerySendDetails` and nothing else. */
  ALIBABA_CLOUD_ACCESS_KEY_ID: z.string().optional(),
  /** Its secret. Whoever has it sends messages in this name. */
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: z.string().optional(),
  /** Whoever shows it as a bearer token may read `/metrics`; absent: nobody, there is no such page. */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** `production`: the service does not start with a part that is for development, and makes no demonstration accounts. */
  NODE_ENV: z.string().default('development'),
  /** Parts for development to run with in production all the same, comma-separated; the start says which there are. */
  ALLOW_IN_PRODUCTION: list.pipe(z.array(z.enum(developmentParts))),
  /**
   * Server that mail is handed to: `smtps://user:password@host:465`, or `smtp://…:587`, over which nothing is sent before TLS
   * but on this machine. Absent: mail goes nowhere; it can be read at `/dev/outbox` by anybody, for development.
   */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The address that mail comes from; absent: `no-reply@` the host of `PUBLIC_URL`. */
  MAIL_FROM: z.email().optional(),
  /**
   * Who tells that a person is who he says. `development`: nobody outside is asked; an operator compares what was entered with
   * the images of the identity card, in the console. `alipay`: Alipay, by the person's face; needs the three keys below.
   */
  IDENTITY_PROVIDER: z.enum(['development', 'alipay']).default('development'),
  /** Number of the application at Alipay. */
  ALIPAY_APP_ID: z.string().max(32).optional(),
  /** File with the application's own RSA key, PEM. Whoever has it speaks to Alipay in this name. */
  ALIPAY_KEY_FILE: z.string().optional(),
  /** File with Alipay's public key, PEM, by which its answers are believed. */
  ALIPAY_PUBLIC_KEY_FILE: z.string().optional(),
  /** Where Alipay is asked, over nothing but TLS, except on this machine; another one is its sandbox. */
  ALIPAY_GATEWAY: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe, 'https:, or http: on this machine')
    .default('https://openapi.alipay.com/gateway.do'),
  /**
   * Third parties by whose identities people may sign in, by OpenID Connect: a JSON list of `{"provider","name","issuer",
   * "clientId","clientSecret"}`. `provider` is a word that must not change, `name` is what people read; the issuer is `https:`,
   * or `http:` on this machine. Register `PUBLIC_URL` + `/login/third` there as the address to return to.
   */
  OIDC_PROVIDERS: listOfJson(
    z.strictObject({
      provider: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
      name: z.string().min(1).max(40),
      issuer: z.url().refine(isSafe, 'https:, or http: on this machine'),
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
    }),
    'provider',
  ),
  /**
   * Partner applications through which people may register: a JSON list of `{"appId","key"}`, the key at least 32 characters
   * that the partner alone has (docs/formats/partner-registration.md). Whoever knows it registers in the partner's name.
   */
  PARTNER_APPS: listOfJson(
    z.strictObject({ appId: z.string().regex(/^[\w-]{1,40}$/), key: z.string().min(32) }),
    'appId',
  ),
  /**
   * Through whom people pay beside their balance, in the order in which they are offered, comma-separated: `alipay`, `wechat`,
   * `stripe`, each with its own keys below, or `sandbox`, a cashier at which no money moves: with it anybody recharges for
   * nothing. Absent: `sandbox`, and with NODE_ENV=production nobody. One that is taken out cannot pay back any more.
   */
  PAY_PROVIDERS: list.pipe(z.array(z.enum(['sandbox', 'alipay', 'wechat', 'stripe']))),
  /** Number of the merchant at Alipay, 16 digits: money for another is not ours. */
  ALIPAY_SELLER_ID: z.string().max(32).optional(),
  /** Number of the merchant at WeChat Pay, and of the application that is bound to it. */
  WECHAT_MERCHANT_ID: z.string().max(32).optional(),
  WECHAT_APP_ID: z.string().max(32).optional(),
  /** File with the merchant's own RSA key, PEM, and the serial number of its certificate. Whoever has it pays out in this name. */
  WECHAT_KEY_FILE: z.string().optional(),
  WECHAT_KEY_SERIAL: z.string().max(64).optional(),
  /** File with WeChat Pay's public key, PEM, by which it is believed, and the id of that key (`PUB_KEY_ID_…`). */
  WECHAT_PUBLIC_KEY_FILE: z.string().optional(),
  WECHAT_PUBLIC_KEY_ID: z.string().max(64).optional(),
  /** The APIv3 key, 32 characters, with which notifications are encrypted. */
  WECHAT_API_KEY: z.string().length(32).optional(),
  /** Where WeChat Pay is asked, over nothing but TLS, except on this machine. */
  WECHAT_GATEWAY: safeGateway.default('https://api.mch.weixin.qq.com/'),
  /** The secret key of Stripe, and the secret with which its webhook is signed. Whoever has the first pays out in this name. */
  STRIPE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Where Stripe is asked, over nothing but TLS, except on this machine: the secret key goes with each question. */
  STRIPE_GATEWAY: safeGateway.default('https://api.stripe.com/'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /**
   * Who is named as operator in manifest and certificate of what the command line captures, marked as not certified. The service
   * names the account and the person who submitted it instead.
   */
  OPERATOR: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u)
    .default('command line'),
});

/** What a provider that was chosen cannot do without. */
const Config = Keys.superRefine((config, context) => {
  if (config.IDENTITY_PROVIDER === 'alipay')
    for (const key of ['ALIPAY_APP_ID', 'ALIPAY_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE'] as const)
      if (!config[key]) context.addIssue({ code: 'custom', path: [key], message: 'IDENTITY_PROVIDER=alipay needs it' });
  if (config.NODE_ENV === 'production' && config.REPLAY_URL && !/^https?:\/\/\*\./.test(config.REPLAY_URL))
    context.addIssue({
      code: 'custom',
      path: ['REPLAY_URL'],
      message: 'NODE_ENV=production needs `*` as its first label, as in https://*.replay.example',
    });
  if (config.SMS_PROVIDER !== 'aliyun') return;
  for (const key of ['ALIBABA_CLOUD_ACCESS_KEY_ID', 'ALIBABA_CLOUD_ACCESS_KEY_SECRET'] as const)
    if (!config[key]) context.addIssue({ code: 'custom', path: [key], message: 'SMS_PROVIDER=aliyun needs it' });
  const missing = missingTextTemplates(config.SMS_TEMPLATES);
  if (missing.length > 0)
    context.addIssue({ code: 'custom', path: ['SMS_TEMPLATES'], message: `no template for ${missing.join(', ')}` });
  const isSigned = [...config.SMS_TEMPLATES.values()].every(({ signName }) => signName !== undefined);
  if (!isSigned && !config.SMS_SIGN_NAME)
    context.addIssue({ code: 'custom', path: ['SMS_SIGN_NAME'], message: 'a template without a signature needs it' });
});
export type Config = z.infer<typeof Config>;

/** Throws a `ZodError` naming each key that is wrong. An empty value counts as absent, but an empty list of time servers is one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([key, value]) => value !== '' || key === 'NTP_SERVERS'),
  );
  const inDevelopment = set.NODE_ENV === 'production' ? {} : { PAY_PROVIDERS: 'sandbox' };
  return Config.parse({ ...inDevelopment, ...set });
}
