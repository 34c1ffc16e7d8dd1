import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountCalls,
  type Call,
  Envelope,
  liveLimits,
  type ReceivingAccount,
  type RefusalCode,
  type ReplyOf,
  type SentOf,
} from '@proofkeep/contract';
import { openAuthority, type RestingAuthority, timestampAuthority } from '@proofkeep/seal';
import { type Anchors, readAnchors } from '@proofkeep/verify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { type ClockWatch, watchClock } from '../clock-watch.ts';
import type { Database } from '../database/database.ts';
import { openWatchers } from '../features/attestations/reading/watchers.ts';
import { createLimiter, type Limiter } from '../http/limits.ts';
import type { Services } from '../http/services.ts';
import { type Jobs, openJobs } from '../jobs/jobs.ts';
import { documentSigner } from '../kit/document-signer.ts';
import { uploadLocks } from '../kit/upload-locks.ts';
import { openVault } from '../kit/vault.ts';
import { type Log, openLog } from '../log/log.ts';
import type { Court } from '../providers/court/court.ts';
import { developmentCourt } from '../providers/court/development.ts';
import type { IdentityProvider } from '../providers/identity.ts';
import { mailOutbox } from '../providers/mail.ts';
import type { Payments } from '../providers/payment/payments.ts';
import { type Sandbox, sandbox } from '../providers/payment/sandbox.ts';
import { outbox } from '../providers/text-messages.ts';
import { openThirdParties, type ThirdParties } from '../providers/third-parties/third-parties.ts';
import { readConfig } from '../read-config.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { openTestDatabase } from './database.ts';
import { givenFor } from './given.ts';

export { goodPassword, type Login } from './given.ts';

interface Asking {
  /** Session token of the caller. */
  as?: string;
  form?: boolean;
  headers?: Record<string, string>;
  from?: string;
}

export interface Answer<C extends Call> {
  status: number;
  /** Set only on success. */
  data: ReplyOf<C>;
  refused: RefusalCode | null;
  envelope: Envelope;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly store: Store;
  readonly jobs: Jobs;
  /** Dependencies of the handlers. */
  readonly services: Services;
  /** Tests pay at this sandbox. */
  readonly sandbox: Sandbox;
  /** The clock of the service; tests move it. */
  now: Date;
  ask<C extends Call>(call: C, input: SentOf<C>, o?: Asking): Promise<Answer<C>>;
  given: ReturnType<typeof givenFor> & {
    /** Requests a code and reads it from the outbox. */
    code(purpose: 'register' | 'login' | 'reset', phone: string, o?: Asking): Promise<string>;
  };
  /** Text messages sent to a phone, newest first. */
  messages(phone: string): Promise<string[]>;
}

const testBankAccount = { name: '存真科技有限公司', bank: '中国工商银行深圳南山支行', number: '4000021009200123456' };

const anchorsOf = async (dataDir: string): Promise<Anchors> =>
  readAnchors(await readFile(join(dataDir, 'trust', 'anchors.json'), 'utf8'));

/**
 * Runs the service outside the test's async context, as over a socket, so that it doesn't see the test's transaction.
 */
const apart = AsyncLocalStorage.snapshot();

const sameClock = ({ pool }: Database): ClockWatch => watchClock({ servers: [], db: pool });

/** The service with a real database for one test file, called over HTTP without a socket. */
export function useService(
  o: {
    isLimited?: boolean;
    mostTextCodesAnHour?: number;
    egressAllow?: readonly string[];
    thirdParties?: () => ThirdParties;
    partnerApps?: ReadonlyMap<string, string>;
    identity?: IdentityProvider;
    app?: Partial<AppOptions>;
    /** Default: compares with the database only. */
    clockWatch?: (database: Database) => ClockWatch;
    /** An empty data folder; default: a new one. */
    dataDir?: () => Promise<string>;
    /** Default: a new database for the test file. */
    database?: () => Promise<Database>;
    /** Whether there is space for another capture; default: yes. */
    hasSpace?: () => Promise<boolean>;
    /** Outside timestamp authorities that don't answer; default: none. */
    restingAuthorities?: RestingAuthority[];
    /** Payment providers; default: the sandbox. */
    payments?: (sandbox: Sandbox) => Payments;
    /** The platform's bank account; default: one, null: none. */
    bankAccount?: ReceivingAccount | null;
    /** Default: the development court; null: none. */
    court?: Court | null;
    /** Replays of captured pages; default: none. */
    replay?: () => Promise<Services['replay']>;
  } = {},
): TestService {
  let dataDir: string;
  let database: Database;
  let app: FastifyInstance;
  let store: Store;
  let log: Log;
  let jobs: Jobs;
  let till: Sandbox;
  let services: Services;
  let clockWatch: ClockWatch;
  let watchers: Awaited<ReturnType<typeof openWatchers>>;
  beforeAll(async () => {
    dataDir = await (o.dataDir?.() ?? mkdtemp(join(tmpdir(), 'service-')));
    database = await (o.database ?? openTestDatabase)();
    store = await openStore(readConfig({ DATA_DIR: dataDir }));
    const authority = await openAuthority(dataDir);
    const { logSigner } = authority;
    const logFolder = join(dataDir, 'tlog');
    log = await openLog({ database, signer: logSigner, folder: logFolder, heads: null });
    watchers = await openWatchers(database);
    jobs = await openJobs(database, { onError: () => {} });
    till = sandbox({
      db: database.pool,
      key: randomBytes(32),
      publicUrl: 'http://localhost',
      clock: () => service.now,
    });
    clockWatch = (o.clockWatch ?? sameClock)(database);
    services = {
      textMessages: outbox,
      mostTextCodesAnHour: o.mostTextCodesAnHour ?? 1_000,
      liveSessions: { awayMs: liveLimits.awayMs, idleMs: liveLimits.idleMs, stampEveryMs: 60_000 },
      mails: mailOutbox,
      identity: o.identity ?? null,
      court: o.court === undefined ? developmentCourt : o.court,
      payments: o.payments?.(till) ?? new Map([['sandbox', till]]),
      bankAccount: o.bankAccount === undefined ? testBankAccount : o.bankAccount,
      vault: openVault(randomBytes(32)),
      thirdParties: o.thirdParties?.() ?? openThirdParties([], { redirectUri: '' }),
      partnerApps: o.partnerApps ?? new Map(),
      store,
      uploadLocks: uploadLocks(database),
      jobs,
      log,
      anchors: await anchorsOf(dataDir),
      documentSigner: documentSigner(authority, timestampAuthority(authority.tsa)),
      watchers,
      vkey: logSigner.vkey,
      sealedBy: 'CN=Test',
      publicUrl: 'http://localhost',
      restingAuthorities: () => o.restingAuthorities ?? [],
      hasSpace: o.hasSpace ?? (() => Promise.resolve(true)),
      egressAllow: o.egressAllow ?? [],
      ownHosts: [],
      iceServers: () => [],
      replay: (await o.replay?.()) ?? null,
    };
    app = await buildApp({
      database,
      services,
      limiter: o.isLimited ? createLimiter(database) : unlimited,
      isSecure: false,
      clock: () => service.now,
      sandbox: till,
      logLevel: 'silent',
      version: '0.0.0',
      nodeToken: 'x'.repeat(32),
      clockWatch,
      logFolder,
      trustFolder: join(dataDir, 'trust'),
      ...o.app,
    });
  });
  afterAll(async () => {
    await app.close();
    clockWatch.close();
    await jobs.close();
    watchers.close();
    await log.close();
    store.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const service: TestService = {
    get app() {
      return app;
    },
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    get services() {
      return services;
    },
    get jobs() {
      return jobs;
    },
    get sandbox() {
      return till;
    },
    now: new Date(),
    async ask(call, input, { as, form, headers = {}, from = '192.0.2.1' } = {}) {
      const { url, rest } = addressOf(call, input as Record<string, unknown>);
      const isBodyless = call.method === 'GET' || call.method === 'DELETE';
      const given = Object.entries(rest).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
      const query = new URLSearchParams(given).toString();
      const response = await apart(async () =>
        app.inject({
          method: call.method,
          url: isBodyless && query ? `${url}?${query}` : url,
          remoteAddress: from,
          headers: {
            ...(as ? { 'x-auth-token': as } : {}),
            ...(isBodyless ? {} : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
            ...headers,
          },
          ...(isBodyless ? {} : { payload: form ? query : JSON.stringify(rest) }),
        }),
      );
      const envelope = Envelope.parse(response.json());
      return {
        status: response.statusCode,
        data: envelope.data as never,
        refused: (envelope.errorCode ?? null) as RefusalCode | null,
        envelope,
        headers: response.headers,
      };
    },
    given: {
      ...givenFor({
        get database() {
          return database;
        },
        get now() {
          return service.now;
        },
      }),
      async code(purpose, phone, o = {}) {
        const calls = {
          register: accountCalls.sendRegisterCode,
          login: accountCalls.sendLoginCode,
          reset: accountCalls.sendResetCode,
        };
        const challengeId = await easyChallenge(database, service.now);
        await service.ask(calls[purpose], { phone, challengeId, solution: '0' }, o);
        return /\d{6}/.exec((await service.messages(phone))[0] ?? '')?.[0] ?? 'none was sent';
      },
    },
    async messages(phone) {
      const { rows } = await database.pool.query<{ body: string }>(
        'select body from text_message where phone = $1 order by id desc',
        [phone],
      );
      return rows.map(({ body }) => body);
    },
  };
  return service;
}

/** A challenge that needs no work. */
export async function easyChallenge({ pool }: Database, now: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into challenge (salt, zero_bits, expires_at) values ('', 0, $1) returning id`,
    [new Date(now.getTime() + 60_000)],
  );
  return rows[0]?.id ?? '';
}

/** For tests that don't test limits and call more often than users do. */
const unlimited: Limiter = { count: () => Promise.resolve(() => Promise.resolve()) };

/** @returns the path with its parameters filled in, and the remaining fields */
export function addressOf(call: Call, input: Record<string, unknown>) {
  const rest = { ...input };
  const url = call.path.replace(/\{(\w+)\}/g, (_gap, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { url, rest };
}

/** Counts up until the digest begins with enough zero bits. */
export function solve({ salt, zeroBits }: { salt: string; zeroBits: number }): string {
  for (let n = 0; ; n++) {
    const digest = createHash('sha256').update(`${salt}${n}`).digest();
    if (Math.clz32(digest.readUInt32BE(0)) >= zeroBits) return String(n);
  }
}
