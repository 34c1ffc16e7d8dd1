import type { Client } from '../../database/client.ts';

export interface AppRow {
  state: 'waiting' | 'scanned' | 'authorized' | 'refused';
  personId: string | null;
  number: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
}

const columns = `state, person_id as "personId", number, address, user_agent as "userAgent", created_at as "createdAt",
  expires_at as "expiresAt"`;

export async function insertApp(
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

/** What this browser asked for. */
export async function findAppOf(
  db: Client,
  o: { appSha256: Buffer; browserSha256: Buffer },
): Promise<AppRow | undefined> {
  const { rows } = await db.query(`select ${columns} from app_sign_in where app_sha256 = $1 and browser_sha256 = $2`, [
    o.appSha256,
    o.browserSha256,
  ]);
  return rows[0] as AppRow | undefined;
}

/** Of many at once one has it. */
export async function takeApp(db: Client, appSha256: Buffer): Promise<boolean> {
  const sql = `delete from app_sign_in where app_sha256 = $1 and state = 'authorized'`;
  return (await db.query(sql, [appSha256])).rowCount === 1;
}

/** The first who scans it has it; scanned again by the same person it is his still. */
export async function scanApp(
  db: Client,
  o: { appSha256: Buffer; personId: string; now: Date },
): Promise<AppRow | undefined> {
  const { rows } = await db.query(
    `update app_sign_in set state = 'scanned', person_id = $2
     where app_sha256 = $1 and expires_at > $3 and (state = 'waiting' or (state = 'scanned' and person_id = $2))
     returning ${columns}`,
    [o.appSha256, o.personId, o.now],
  );
  return rows[0] as AppRow | undefined;
}

/** Authorised by the right number, refused by any other. @returns undefined where it is not his to answer, or is over */
export async function answerApp(
  db: Client,
  o: { appSha256: Buffer; personId: string; number: string | null; now: Date },
): Promise<AppRow | undefined> {
  const { rows } = await db.query(
    `update app_sign_in set state = case when number = $3 then 'authorized' else 'refused' end
     where app_sha256 = $1 and person_id = $2 and state = 'scanned' and expires_at > $4 returning ${columns}`,
    [o.appSha256, o.personId, o.number, o.now],
  );
  return rows[0] as AppRow | undefined;
}
