import { resolve } from 'node:path';
import { defaultTimeServers, isTimeServer } from '@proofkeep/bundle/time-servers';
import { liveLimits, NodePlace } from '@proofkeep/contract';
import { z } from 'zod';
import { hasNoPassword, isNetwork, isSafe, isUnique, list, listOfJson, safeGateway, standIn } from './config-values.ts';
import { connectionLimits } from './http/connections.ts';
import { TextTemplates } from './providers/text-templates.ts';

/** Parts for evaluation and development; `production.ts` says what relying on each would mean. */
export const developmentParts = [
  'generated-keys',
  'text-message-outbox',
  'mail-outbox',
  'identity-review',
  'payment-sandbox',
  'court-demonstration',
  'no-log-head',
] as const;

export type DevelopmentPart = (typeof developmentParts)[number];

/**
 * Every key the product reads from the environment, each with its consequence. No other file reads the environment,
 * except for the capture node's own keys (`apps/capture/src/config.ts`).
 */
export const Keys = z.object({
  /** Folder of everything that must survive: database, evidence, keys, published log. Losing it loses the evidence. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  /** PostgreSQL server to use; absent: the embedded one under `DATA_DIR`, which runs only while a command needs it. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * Location of evidence files: `s3://bucket/prefix?endpoint=…&region=…`, with credentials from the AWS SDK's own
   * variables; absent: `store` under `DATA_DIR`. Changing it moves no files: files in the old place are no longer
   * found. In a bucket with object lock, certified evidence is locked in compliance mode and can't be removed for
   * `RETENTION_DAYS`. The bucket must not have a default retention, which would also keep discarded captures.
   */
  STORE_URL: z.url({ protocol: /^s3$/ }).refine(hasNoPassword, 'must not contain a user or password').optional(),
  /**
   * File with an age secret key (`age-keygen`), under which evidence is encrypted in the store from then on; absent: it is
   * stored as it is. Without the key the evidence is lost: keep a copy elsewhere. Uploads under way, the database and the
   * log are not encrypted by it (docs/operating.md).
   */
  STORE_KEY_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /**
   * Folder outside of `DATA_DIR`, preferably on another disk or machine. Each head of the log is recorded there, in
   * files that are written once, before it is published. Nothing is signed if the folder can't be read and written, or
   * if its last head is not in this database: an old or second copy of the data stops. Never back it up or restore it
   * together with `DATA_DIR`. Absent: such a copy signs a different history under the same key, and nothing here
   * notices.
   */
  LOG_HEAD_FOLDER: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /**
   * Bucket for the same purpose, instead of `LOG_HEAD_FOLDER`; address and credentials as for `STORE_URL`. It must honour
   * conditional writes (`If-None-Match`); a start refuses others. The credentials need no right to delete, and the
   * bucket may have object lock with a default retention.
   */
  LOG_HEAD_URL: z.url({ protocol: /^s3$/ }).refine(hasNoPassword, 'must not contain a user or password').optional(),
  /**
   * Days from certification during which no evidence is removed. A lower value applies only to evidence certified
   * afterwards.
   */
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(3_650),
  /**
   * Days after the closing of an account in which its certifications stay, encrypted; then a nightly job erases them with
   * their pictures. Five years at least, as the agreement promises and article 24 of the Electronic Signature Law
   * (电子签名法第二十四条) requires of certification services. A change applies to accounts closed before, too.
   */
  CERTIFICATION_RETENTION_DAYS: z.coerce.number().int().min(1_827).max(36_500).default(1_827),
  /**
   * Minimum free space in `DATA_DIR` and its store, in MiB. Below it no capture is accepted or started and `/readyz`
   * answers 503; captures under way can finish. Should cover what concurrent captures write.
   */
  MIN_FREE_MIB: z.coerce.number().int().min(0).default(2_048),
  /**
   * Non-public destinations that captures may reach: `host:port`, `address:port` or CIDR, comma-separated. Every
   * captured page can reach them.
   */
  EGRESS_ALLOW: list,
  /**
   * Seconds after which a live session whose user is away, or whose user does nothing, ends and is sealed. Too low a value ends
   * sessions while a phone changes its network, or while their users read.
   */
  SESSION_AWAY_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(liveLimits.awayMs / 1000),
  SESSION_IDLE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(14_400)
    .default(liveLimits.idleMs / 1000),
  /**
   * Seconds of a running session's recording between two timestamps of its chain. A verifier names each part that waited more than
   * two minutes for one; a low value costs a timestamp and a log entry each time.
   */
  SESSION_STAMP_SECONDS: z.coerce.number().int().min(1).max(120).default(60),
  /**
   * Outside RFC 3161 authorities to ask in addition to the embedded one, comma-separated. A failing authority doesn't
   * stop the seal; its address (without the query) and the reason are published in the bundle and on the certificate.
   * An authority that delays a seal (up to 15 s) is not asked again for five minutes; the console says so. CRLs and
   * OCSP responses are fetched with each token from the URLs in the authority's certificates, subject to
   * `EGRESS_ALLOW`; they delay a seal by at most 20 s per authority. A fetched status is used for all seals for an hour
   * (until nextUpdate if nothing newer is available), a failure for five minutes.
   */
  TSA_URLS: list.pipe(
    z.array(z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'must not contain a user or password')),
  ),
  /**
   * Time servers to compare this machine's clock with (SNTP over UDP), comma-separated, `host` or `host:port`; local
   * captures use them, too. At least two, and a majority of the answering servers, must agree. If the clock is more than 1
   * s off, the service issues no timestamps. If no server answers or the list is empty, it continues, and the evidence
   * states that the clock was not compared.
   */
  NTP_SERVERS: z
    .string()
    .default(defaultTimeServers)
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .pipe(z.array(z.string().refine(isTimeServer, 'host, host:port or [address]:port'))),
  /** Port of the service. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address to listen on. Anything but loopback exposes the service to the network without TLS: put a proxy in front. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * Addresses or networks of trusted proxies, comma-separated: `X-Forwarded-For`, `-Host` and `-Proto` are accepted
   * from them only. Absent: none, and behind a proxy all clients count as one address. A listed address can impersonate
   * any other: never list a network with users in it.
   */
  TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isNetwork, 'an address, or a network as in 10.0.0.0/8'))),
  /**
   * Open connections allowed per address (for IPv6: per /64), on each port. Behind `TRUSTED_PROXIES`, whose connections
   * aren't counted: requests under way per forwarded address. Too low a limit locks out users who share an address.
   */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(16).max(65_536).default(connectionLimits.perAddress),
  /**
   * Public URL of the service; absent: the listening address. With `https:` the session cookie is sent over TLS only,
   * and pages without TLS can't change anything.
   */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Port that serves replays; absent: the one after `PORT`. */
  REPLAY_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /**
   * Public URL of `REPLAY_PORT`; absent: `127.0.0.1` if the service is reached as `localhost`, otherwise replays are
   * off. It must be on another site (registrable domain) than `PUBLIC_URL`, because captured pages run there. With `*`
   * as its first label (`https://*.replay.example`) each capture gets its own origin and can't read another's browser
   * storage; NODE_ENV=production requires this.
   */
  REPLAY_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Token that capture nodes authenticate with; absent: generated at the first start in `DATA_DIR/keys/node-token`. */
  NODE_TOKEN: z.string().min(32).optional(),
  /**
   * Where this server's own node is, such as “Shanghai, China Telecom”: stated in evidence captured from two places. With
   * NODE_REGION, or neither.
   */
  NODE_PLACE: NodePlace.shape.name.optional(),
  /** Country (ISO 3166-1) or subdivision (ISO 3166-2) of that place: `CN`, `CN-SH`. */
  NODE_REGION: NodePlace.shape.region.optional(),
  /** Concurrent captures of the local node; 0: no local node is started. */
  CAPTURE_CONCURRENCY: z.coerce.number().int().min(0).max(64).default(2),
  /**
   * How text messages are sent. `outbox`: not at all; anyone can read them at `/dev/outbox`, for development. `aliyun`:
   * by Alibaba Cloud, which requires the keys below.
   */
  SMS_PROVIDER: z.enum(['outbox', 'aliyun']).default('outbox'),
  /**
   * Provider templates for our messages, comma-separated: `code-login=SMS_1`, `code-login.en=SMS_2` for English
   * (default: the Chinese one), `code-login=SMS_1@存真` with its own signature.
   */
  SMS_TEMPLATES: TextTemplates,
  /**
   * Hourly limit of codes by text message, for all phones together. Beyond it, only browsers that signed in before get
   * codes: this caps the cost of bots that solve challenges, and new users have to wait.
   */
  TEXT_CODES_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  /** Approved signature of messages. */
  SMS_SIGN_NAME: z.string().max(100).optional(),
  /** Endpoint of Alibaba Cloud's SMS API; requires TLS, except on this machine. */
  SMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(isSafe, 'https:, or http: on this machine')
    .default('https://dysmsapi.aliyuncs.com'),
  /** Access key of a RAM user whose only permissions are `dysms:SendSms` and `dysms:QuerySendDetails`. */
  ALIBABA_CLOUD_ACCESS_KEY_ID: z.string().optional(),
  /** The access key's secret. A leak lets others send messages in our name. */
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: z.string().optional(),
  /** Bearer token for `/metrics`; absent: the page does not exist. */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** `production`: the service refuses to start with development parts, and creates no demonstration accounts. */
  NODE_ENV: z.string().default('development'),
  /** Development parts to allow in production, comma-separated; a refused start lists them. */
  ALLOW_IN_PRODUCTION: list.pipe(z.array(z.enum(developmentParts))),
  /**
   * Mail server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS required except on this machine.
   * Absent: no mail is sent, and anyone can read it at `/dev/outbox`, for development.
   */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender address of mail; absent: `no-reply@` the host of `PUBLIC_URL`. */
  MAIL_FROM: z.email().optional(),
  /**
   * System of an internet court that accepts evidence. `none`: users download the file and submit it themselves.
   * `development`: submissions get a number and reach no court. `http`: a system that implements
   * docs/formats/court-push.md; requires the three settings below.
   */
  COURT_PROVIDER: z.enum(['none', 'development', 'http']).default('none'),
  /** Name of the court or platform, shown to users. */
  COURT_NAME: z.string().min(1).max(100).optional(),
  /** URL of its system; https, except on this machine. */
  COURT_URL: safeGateway.optional(),
  /** File with the Ed25519 key that signs submissions, PEM. A leak lets others submit evidence as us. */
  COURT_KEY_FILE: z.string().optional(),
  /**
   * File with the court's public Ed25519 key, PEM, with which it signs what it reports by itself. Absent: it reports nothing, and
   * users ask. A wrong one lets another party state that evidence was accepted or returned.
   */
  COURT_REPORT_KEY_FILE: z.string().optional(),
  /**
   * How a person's real name is verified. `development`: an operator compares the entries with images of the identity
   * card in the console. `alipay`: Alipay verifies the person's face; needs the three keys below.
   */
  IDENTITY_PROVIDER: z.enum(['development', 'alipay']).default('development'),
  /** Application id at Alipay. */
  ALIPAY_APP_ID: z.string().max(32).optional(),
  /** File with the application's RSA key, PEM. A leak lets others act as us at Alipay. */
  ALIPAY_KEY_FILE: z.string().optional(),
  /** File with Alipay's public key, PEM, which verifies its answers. */
  ALIPAY_PUBLIC_KEY_FILE: z.string().optional(),
  /** Alipay's gateway; requires TLS, except on this machine. Set it to use Alipay's sandbox. */
  ALIPAY_GATEWAY: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe, 'https:, or http: on this machine')
    .default('https://openapi.alipay.com/gateway.do'),
  /**
   * Identity providers for third-party sign-in by OpenID Connect: a JSON list of
   * `{"provider","name","issuer","clientId","clientSecret"}`. `provider` is a key that must not change, `name` is
   * displayed; the issuer is `https:`, or `http:` on this machine. Register `PUBLIC_URL` + `/login/third` there as
   * redirect URI.
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
   * Vendors with which users may sign in, in the order in which they are offered, comma-separated: `wechat`, `wecom`,
   * `dingtalk`, `alipay`, each with its own keys below. Register `PUBLIC_URL` + `/login/third` (or its domain, as the vendor
   * asks for) there. An identity of a removed vendor stays linked, but can't sign in.
   */
  SIGN_IN_PROVIDERS: list.pipe(
    z.array(z.enum(['wechat', 'wecom', 'dingtalk', 'alipay'])).refine(isUnique, 'names one twice'),
  ),
  /**
   * Website application at open.weixin.qq.com and its secret: a QR code on computers. At least this or the official
   * account is needed; both must belong to one account of the open platform, or their users would count as different.
   */
  WECHAT_WEBSITE_APP_ID: z.string().max(64).optional(),
  WECHAT_WEBSITE_SECRET: z.string().max(100).optional(),
  /** Official account (service account) at mp.weixin.qq.com and its secret: sign-in inside WeChat. */
  WECHAT_ACCOUNT_APP_ID: z.string().max(64).optional(),
  WECHAT_ACCOUNT_SECRET: z.string().max(100).optional(),
  /** Test server in place of WeChat's pages and API. Its operator can sign in as any user; the button says "test". */
  WECHAT_STAND_IN: standIn,
  /** Company at WeCom, and its own application's id and secret. Everyone in the company may sign in with it. */
  WECOM_CORP_ID: z.string().max(64).optional(),
  WECOM_AGENT_ID: z.string().regex(/^\d+$/).optional(),
  WECOM_SECRET: z.string().max(100).optional(),
  /** As `WECHAT_STAND_IN`, for WeCom. */
  WECOM_STAND_IN: standIn,
  /** Application at DingTalk (AppKey and AppSecret), with the permission `Contact.User.Read`. */
  DINGTALK_CLIENT_ID: z.string().max(100).optional(),
  DINGTALK_CLIENT_SECRET: z.string().max(200).optional(),
  /** As `WECHAT_STAND_IN`, for DingTalk. */
  DINGTALK_STAND_IN: standIn,
  /** Alipay's authorization page, for the application of `ALIPAY_APP_ID`. Set it to use Alipay's sandbox. */
  ALIPAY_SIGN_IN_PAGE: safeGateway.default('https://openauth.alipay.com/oauth2/publicAppAuthorize.htm'),
  /**
   * Partner applications through which users may register: a JSON list of `{"appId","key"}`; the key has at least 32
   * characters and is shared with the partner only (docs/formats/partner-registration.md). A leak lets others register
   * users in the partner's name.
   */
  PARTNER_APPS: listOfJson(
    z.strictObject({ appId: z.string().regex(/^[\w-]{1,40}$/), key: z.string().min(32) }),
    'appId',
  ),
  /**
   * Payment providers in the order in which they are offered, comma-separated: `alipay`, `wechat`, `stripe`, each with
   * its own keys below, or `sandbox`, a cashier without real money where anyone recharges for free. Absent: `sandbox`,
   * or none with NODE_ENV=production. Payments of a removed provider can no longer be refunded.
   */
  PAY_PROVIDERS: list.pipe(z.array(z.enum(['sandbox', 'alipay', 'wechat', 'stripe']))),
  /**
   * The company's bank account for bank transfers: `account name | bank and branch | account number`. Customers see it
   * and transfer real money to it, and operators credit what they find on its statement; if absent, bank transfers
   * aren't offered.
   */
  BANK_ACCOUNT: z
    .string()
    .transform((text) => text.split('|').map((part) => part.trim()))
    .refine((parts) => parts.length === 3 && parts.every(Boolean), 'account name | bank and branch | account number')
    .transform(([name = '', bank = '', number = '']) => ({ name, bank, number }))
    .optional(),
  /** Merchant number at Alipay, 16 digits; payments to another merchant are rejected. */
  ALIPAY_SELLER_ID: z.string().max(32).optional(),
  /** Merchant number at WeChat Pay and id of the application bound to it. */
  WECHAT_MERCHANT_ID: z.string().max(32).optional(),
  WECHAT_APP_ID: z.string().max(32).optional(),
  /**
   * File with the merchant's RSA key, PEM, and the serial number of its X.509 certificate. A leak lets others pay out
   * in our name.
   */
  WECHAT_KEY_FILE: z.string().optional(),
  WECHAT_KEY_SERIAL: z.string().max(64).optional(),
  /** File with WeChat Pay's public key, PEM, which verifies its messages, and the key's id (`PUB_KEY_ID_…`). */
  WECHAT_PUBLIC_KEY_FILE: z.string().optional(),
  WECHAT_PUBLIC_KEY_ID: z.string().max(64).optional(),
  /** APIv3 key, 32 characters; decrypts notifications. */
  WECHAT_API_KEY: z.string().length(32).optional(),
  /** WeChat Pay's gateway; requires TLS, except on this machine. */
  WECHAT_GATEWAY: safeGateway.default('https://api.mch.weixin.qq.com/'),
  /** Stripe's secret key and the secret that signs its webhook. A leak of the key lets others pay out in our name. */
  STRIPE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Stripe's gateway; requires TLS, except on this machine, because requests carry the secret key. */
  STRIPE_GATEWAY: safeGateway.default('https://api.stripe.com/'),
  /**
   * STUN and TURN servers for video sessions, comma-separated: `stun:turn.example:3478,turns:turn.example:5349?transport=tcp`.
   * Absent: browsers connect only where they reach each other directly, so a session between two networks behind NAT fails.
   */
  ICE_URLS: list.pipe(
    z.array(z.string().regex(/^(stun|turn)s?:[^\s,]{1,250}$/, 'stun:, stuns:, turn: or turns:')).max(8),
  ),
  /**
   * Secret that this service and the TURN servers share (coturn: `static-auth-secret`). Credentials of six hours are made from it;
   * a leak lets others relay through the servers. Absent: `turn:` servers aren't used.
   */
  TURN_SECRET: z.string().min(16).max(200).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /**
   * Operator named in the manifest and certificate of captures made by the command line, marked as not certified. The
   * service names the submitting account and person instead.
   */
  OPERATOR: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u)
    .default('command line'),
});

export type Config = z.infer<typeof Keys>;

/** The URL under which users reach the service; certificates contain it, too. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;
