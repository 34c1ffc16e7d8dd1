import { type AppSignInEvent, type AppSignInState, appSignInStateTable, type WhoOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Lifecycle } from '../../kit/transition.ts';

/** A QR code sign-in requested by a screen. */
export interface AppSignInRow {
  /** The key for the life cycle. */
  key: string;
  state: AppSignInState;
  /** The person who scanned the code. */
  personId: string | null;
  number: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The audit trail is its history; nothing else is recorded. */
export const appSignInLifecycle: Lifecycle<AppSignInState, AppSignInEvent, WhoOf<typeof appSignInStateTable>, null> = {
  table: appSignInStateTable,
  relation: 'app_sign_in',
  key: 'app_sha256',
  record: () => Promise.resolve(),
};

const columns = `'\\x' || encode(app_sha256, 'hex') as key, state, person_id as "personId", number, address,
  user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt"`;

export async function insertAppSignIn(
  db: Client,
  o: {
    appSha256: Buffer;
    browserSha256: Buffer;
    number: string;
    address: string;
    userAgent: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query(`delete from app_sign_in where expires_at < $1::timestamptz - interval '1 hour'`, [o.now]);
  await db.query(
    `insert into app_sign_in
       (app_sha256, browser_sha256, number, state, address, user_agent, created_at, expires_at)
     values ($1, $2, $3, 'waiting', $4, $5, $6, $7)`,
    [o.appSha256, o.browserSha256, o.number, o.address, o.userAgent.slice(0, 300), o.now, o.expiresAt],
  );
}

/** Finds a sign-in that this browser requested. */
export async function findAppSignIn(
  db: Client,
  o: { appSha256: Buffer; browserSha256: Buffer },
): Promise<AppSignInRow | undefined> {
  const { rows } = await db.query(`select ${columns} from app_sign_in where app_sha256 = $1 and browser_sha256 = $2`, [
    o.appSha256,
    o.browserSha256,
  ]);
  return rows[0] as AppSignInRow | undefined;
}

/** Locks a sign-in that has not expired. */
export async function lockAppSignIn(db: Client, appSha256: Buffer, now: Date): Promise<AppSignInRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from app_sign_in where app_sha256 = $1 and expires_at > $2 for no key update`,
    [appSha256, now],
  );
  return rows[0] as AppSignInRow | undefined;
}

/** Deletes an authorized sign-in, so that it creates only one session. @returns false if it is gone */
export async function takeAppSignIn(db: Client, appSha256: Buffer): Promise<boolean> {
  const sql = `delete from app_sign_in where app_sha256 = $1 and state = 'authorized'`;
  return (await db.query(sql, [appSha256])).rowCount === 1;
}

/** Deletes a person's authorized sign-ins that no screen has fetched. */
export async function deleteAuthorizedSignIns(db: Client, personId: string): Promise<void> {
  await db.query(`delete from app_sign_in where person_id = $1 and state = 'authorized'`, [personId]);
}
