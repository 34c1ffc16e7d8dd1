import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
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
export const developmentParts = ['generated-keys', 'text-message-outbox'] as const;
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
  /** For so many days from its certificate on no evidence is removed. Fewer days are for what is certified from then on. */
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(3_650),
  /** Destinations that captures may reach although they are not public: `host:port`, `address:port` or CIDR, comma-separated. Opens them to every captured page. */
  EGRESS_ALLOW: list,
  /**
   * Outside RFC 3161 authorities asked beside the embedded one, comma-separated. One that gives no token does not stop the
   * seal; its address, without the query, and the reason stand in the bundle and on the certificate for everybody to read.
   */
  TSA_URLS: list.pipe(z.array(z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'no user or password in it'))),
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
  /** Where people reach the service; absent: as it listens. With `https:` the session cookie is sent over nothing else. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Port on which captured pages are replayed; absent: the one after `PORT`. */
  REPLAY_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /**
   * Where people reach that port; absent: `127.0.0.1` where the service is reached as `localhost`, and no replay elsewhere. It
   * must be of another site (registrable domain) than `PUBLIC_URL`: whatever was captured runs there. With a `*` as its first
   * label (`https://*.replay.example`) each capture has an origin of its own, and none gets at what another left in the browser.
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
  /** The approved signature that messages bear. */
  SMS_SIGN_NAME: z.string().max(100).optional(),
  /** Where Alibaba Cloud is asked to send them; over nothing but TLS, except on this machine. */
  SMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => url.startsWith('https:') || isOfThisMachine(url), 'https:, or http: on this machine')
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
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Who is named as operator in manifest and certificate of what the command line captures; the service names whoever ordered it. */
  OPERATOR: z.string().max(200).default('command line'),
});

/** What a provider that was chosen cannot do without. */
const Config = Keys.superRefine((config, context) => {
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

/** Throws a `ZodError` naming each key that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return Config.parse(set);
}
