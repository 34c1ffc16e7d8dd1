import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { newAno } from '@proofkeep/bundle';
import {
  type AttestationState,
  accountCalls,
  type Call,
  Envelope,
  message,
  type Permission,
  type ReceivingAccount,
  type RefusalCode,
  type ReplyOf,
  type Scope,
  type SentOf,
  type StaffRole,
  withIncluded,
} from '@proofkeep/contract';
import { openAuthority, type RestingAuthority, timestampAuthority } from '@proofkeep/seal';
import { type Anchors, readAnchors } from '@proofkeep/verify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { type ClockWatch, watchClock } from '../clock-watch.ts';
import { readConfig } from '../config.ts';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { insertNewSubmission } from '../features/attestations/batch/submission-store.ts';
import { openWatchers } from '../features/attestations/reading/watchers.ts';
import { indexFacts } from '../features/attestations/search/indexing.ts';
import { insertAttestation, pageAt } from '../features/attestations/store.ts';
import { installationSubmitter } from '../features/attestations/submitting/submitter.ts';
import { insertAccount } from '../features/identity/store.ts';
import { giveWelcomePackage, postTransfer } from '../features/money/service.ts';
import { createLimiter, type Limiter } from '../http/limits.ts';
import type { Services } from '../http/services.ts';
import { beginSession } from '../http/sessions.ts';
import { beginStaffSession } from '../http/staff-sessions.ts';
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
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { openTestDatabase } from './database.ts';

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

export interface Login {
  phone: string;
  password: string;
  token: string;
  accountId: string;
  loginId: string;
}

interface GivenAttestation {
  state: AttestationState;
  url: string;
  name: string;
  title: string;
  labels: string[];
  createdAt: Date;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly store: Store;
  readonly jobs: Jobs;
  /** What the handlers are given. */
  readonly services: Services;
  /** Tests pay at this sandbox. */
  readonly sandbox: Sandbox;
  /** The clock of the service; tests move it. */
  now: Date;
  ask<C extends Call>(call: C, input: SentOf<C>, o?: Asking): Promise<Answer<C>>;
  given: {
    phone(): string;
    /** Requests a code and reads it from the outbox. */
    code(purpose: 'register' | 'login' | 'reset', phone: string, o?: Asking): Promise<string>;
    /** Registers a user with the welcome package and signs in; uses a cheap password hash. */
    login(o?: { phone?: string; isWelcomed?: boolean }): Promise<Login>;
    /** Puts money into the balance of an account, as if it had been recharged. */
    credit(holder: Login, cents: number): Promise<void>;
    /** A signed-in member of an account with these permissions and what they include; sees everything by default. */
    member(holder: Login, permissions?: Permission[], scope?: Scope): Promise<Login>;
    /** A signed-in staff member. */
    staff(role?: StaffRole): Promise<{ staffId: string; token: string }>;
    /** An attestation in this state, without its files. */
    attestation(holder: Login, o?: Partial<GivenAttestation>): Promise<string>;
  };
  /** Text messages sent to a phone, newest first. */
  messages(phone: string): Promise<string[]>;
}

const testBankAccount = { name: '存真科技有限公司', bank: '中国工商银行深圳南山支行', number: '4000021009200123456' };

const anchorsOf = async (dataDir: string): Promise<Anchors> =>
  readAnchors(await readFile(join(dataDir, 'trust', 'anchors.json'), 'utf8'));

export const goodPassword = 'carry-the-lantern-home';

/**
 * Runs the service outside of the test's async context, as over a socket, so that it doesn't see the test's
 * transaction.
 */
const apart = AsyncLocalStorage.snapshot();

const sameClock = ({ pool }: Database): ClockWatch => watchClock({ servers: [], db: pool });

/** Sign-ins are calls, which notice that the clock was set back; these sessions begin without one. */
const forgetLaterCalls = (db: Client, now: Date) => db.query('update session_clock set at = $1 where at > $1', [now]);

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
  let phones = 0;
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
      replay: null,
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
      phone: () => `139${String(10_000_000 + phones++)}`,
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
      async login({ phone = service.given.phone(), isWelcomed = true } = {}) {
        const { now } = service;
        const row = { phone, name: '王芳', passwordHash: await hashOfGoodPassword, language: 'zh' } as const;
        return database.transaction(async (db) => {
          const login = await insertAccount(db, row);
          if (!login) throw new Error(`${phone} is registered.`);
          if (isWelcomed) await giveWelcomePackage(db, { accountId: login.accountId, loginId: login.id, now });
          await forgetLaterCalls(db, now);
          const { token } = await beginSession(db, { loginId: login.id, address: '192.0.2.1', userAgent: 'test', now });
          return { phone, password: goodPassword, token, accountId: login.accountId, loginId: login.id };
        });
      },
      async credit({ accountId }, cents) {
        const key = `credit:${randomUUID()}`;
        const from = { kind: 'funds', provider: 'test' } as const;
        const to = { kind: 'balance', accountId } as const;
        await database.transaction((db) =>
          postTransfer(db, { key, kind: 'recharge', loginId: null, subject: key, from, to, cents }),
        );
      },
      async member({ accountId }, permissions = [], scope = 'all') {
        const { now } = service;
        const phone = service.given.phone();
        const { rows } = await database.pool.query<{ id: string }>(
          `insert into login (account_id, role, phone, name, password_hash, language, permissions, scope)
           values ($1, 'sub', $2, '李明', $3, 'zh', $4, $5) returning id`,
          [accountId, phone, await hashOfGoodPassword, withIncluded(permissions), scope],
        );
        const loginId = rows[0]?.id ?? '';
        await forgetLaterCalls(database.pool, now);
        const { token } = await beginSession(database.pool, { loginId, address: '192.0.2.1', userAgent: 'test', now });
        return { phone, password: goodPassword, token, accountId, loginId };
      },
      async staff(role = 'operator') {
        const { now } = service;
        const { rows } = await database.pool.query<{ id: string }>(
          `insert into staff (role, user_name, name, password_hash, language)
           values ($1, gen_random_uuid()::text, '赵敏', $2, 'zh') returning id`,
          [role, await hashOfGoodPassword],
        );
        const staffId = rows[0]?.id ?? '';
        const o = { staffId, address: '192.0.2.1', userAgent: 'test', now };
        await forgetLaterCalls(database.pool, now);
        return { staffId, token: (await beginStaffSession(database.pool, o)).token };
      },
      async attestation({ accountId, loginId }, { state = 'succeeded', url = 'https://page.example/', ...o } = {}) {
        const ano = newAno(service.now, randomBytes(16));
        const job = { dismissConsent: false };
        const failure = { code: 'LOAD_TIMEOUT', said: message('load.no-page', { seconds: 45 }) };
        const row = {
          ano,
          accountId,
          loginId,
          personId: loginId,
          submitter: installationSubmitter('王芳'),
          ...pageAt(url, 'page'),
          labels: o.labels ?? [],
          remark: '',
          job,
          autoConfirm: false,
          orderId: null,
        };
        await database.transaction(async (db) => {
          const submissionId = await insertNewSubmission(db, { ...row, name: '', size: 1 });
          await insertAttestation(db, { ...row, submissionId });
          await db.query(
            `update attestation set state = $2, name = $3, title = $4, created_at = $5, changed_at = $5, failure = $6
             where ano = $1`,
            [ano, state, o.name ?? '', o.title ?? '', o.createdAt ?? service.now, state === 'failed' ? failure : null],
          );
          await indexFacts(db, ano);
        });
        return ano;
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

/** A cheap hash; its parameters are part of it. The product's own hashes cost 0.1 s of CPU. */
const hashOfGoodPassword = hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

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
