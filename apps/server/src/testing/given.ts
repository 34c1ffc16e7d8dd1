import { randomBytes, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { newAno } from '@proofkeep/bundle';
import {
  type AttestationState,
  message,
  type Permission,
  type Scope,
  type StaffRole,
  withIncluded,
} from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { insertNewSubmission } from '../features/attestations/batch/submission-store.ts';
import { indexFacts } from '../features/attestations/search/indexing.ts';
import { installationSubmitter } from '../features/attestations/submitting/submitter.ts';
import { insertAttestation, pageAt } from '../features/attestations/write-store.ts';
import { insertAccount } from '../features/identity/store.ts';
import { giveWelcomePackage, postTransfer } from '../features/money/service.ts';
import { beginSession } from '../http/sessions.ts';
import { beginStaffSession } from '../http/staff-sessions.ts';

export const goodPassword = 'carry-the-lantern-home';

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

/** Sign-ins are calls, which notice that the clock was set back; these sessions begin without one. */
const forgetLaterCalls = (db: Client, now: Date) => db.query('update session_clock set at = $1 where at > $1', [now]);

/** A cheap hash; its parameters are part of it. The product's own hashes cost 0.1 s of CPU. */
const hashOfGoodPassword = hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Creates what tests require to exist already. */
export function givenFor(service: { readonly database: Database; readonly now: Date }) {
  let phones = 0;
  const nextPhone = () => `139${String(10_000_000 + phones++)}`;
  return {
    phone: nextPhone,
    /** Registers a user with the welcome package and signs in; uses a cheap password hash. */
    async login({
      phone = nextPhone(),
      isWelcomed = true,
    }: {
      phone?: string;
      isWelcomed?: boolean;
    } = {}): Promise<Login> {
      const { now } = service;
      const row = { phone, name: '王芳', passwordHash: await hashOfGoodPassword, language: 'zh' } as const;
      return service.database.transaction(async (db) => {
        const login = await insertAccount(db, row);
        if (!login) throw new Error(`${phone} is registered.`);
        if (isWelcomed) await giveWelcomePackage(db, { accountId: login.accountId, loginId: login.id, now });
        await forgetLaterCalls(db, now);
        const { token } = await beginSession(db, { loginId: login.id, address: '192.0.2.1', userAgent: 'test', now });
        return { phone, password: goodPassword, token, accountId: login.accountId, loginId: login.id };
      });
    },
    /** Puts money into the balance of an account, as if it had been recharged. */
    async credit({ accountId }: Login, cents: number): Promise<void> {
      const key = `credit:${randomUUID()}`;
      const from = { kind: 'funds', provider: 'test' } as const;
      const to = { kind: 'balance', accountId } as const;
      await service.database.transaction((db) =>
        postTransfer(db, { key, kind: 'recharge', loginId: null, subject: key, from, to, cents }),
      );
    },
    /** A signed-in member of an account with these permissions and what they include; sees everything by default. */
    async member({ accountId }: Login, permissions: Permission[] = [], scope: Scope = 'all'): Promise<Login> {
      const { now } = service;
      const phone = nextPhone();
      const { rows } = await service.database.pool.query<{ id: string }>(
        `insert into login (account_id, role, phone, name, password_hash, language, permissions, scope)
           values ($1, 'sub', $2, '李明', $3, 'zh', $4, $5) returning id`,
        [accountId, phone, await hashOfGoodPassword, withIncluded(permissions), scope],
      );
      const loginId = rows[0]?.id ?? '';
      await forgetLaterCalls(service.database.pool, now);
      const { token } = await beginSession(service.database.pool, {
        loginId,
        address: '192.0.2.1',
        userAgent: 'test',
        now,
      });
      return { phone, password: goodPassword, token, accountId, loginId };
    },
    /** A signed-in staff member. */
    async staff(role: StaffRole = 'operator'): Promise<{ staffId: string; token: string }> {
      const { now } = service;
      const { rows } = await service.database.pool.query<{ id: string }>(
        `insert into staff (role, user_name, name, password_hash, language)
           values ($1, gen_random_uuid()::text, '赵敏', $2, 'zh') returning id`,
        [role, await hashOfGoodPassword],
      );
      const staffId = rows[0]?.id ?? '';
      const o = { staffId, address: '192.0.2.1', userAgent: 'test', now };
      await forgetLaterCalls(service.database.pool, now);
      return { staffId, token: (await beginStaffSession(service.database.pool, o)).token };
    },
    /** An attestation in this state, without its files. */
    async attestation(
      { accountId, loginId }: Login,
      { state = 'succeeded', url = 'https://page.example/', ...o }: Partial<GivenAttestation> = {},
    ): Promise<string> {
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
      await service.database.transaction(async (db) => {
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
  };
}
