import { randomBytes } from 'node:crypto';
import { consoleCalls, type StaffRole } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { beginStaffSession } from '../../apps/server/src/http/staff-sessions.ts';
import { Client, type RunningService } from './service.ts';
import type { Web } from './web.ts';

/**
 * Signs in the demonstration's operator, who sets up an authenticator: once per service. @returns the session's token
 */
export async function signInOperator(service: RunningService): Promise<string> {
  const password = /Operator {2}\S+ {2}(\S+)/.exec(service.output())?.[1] ?? '';
  const client = new Client(service);
  const { ticket } = await client.ask(consoleCalls.staffLogin, { userName: 'operator', password });
  const { secret } = await client.ask(consoleCalls.staffEnrol, { ticket });
  const counter = Math.floor(Date.now() / 30_000);
  const code = HOTP.generate({ secret: Secret.fromBase32(secret), counter });
  return (await client.ask(consoleCalls.staffEnrolled, { ticket, code })).token ?? '';
}

/** Adds an operator whose session has both factors verified. */
export const newOperator = async (web: Pick<Web, 'service' | 'dataDir'>): Promise<Client> =>
  (await newStaff(web, 'operator')).client;

/** Adds a staff member whose session has both factors verified. */
export async function newStaff(
  web: Pick<Web, 'service' | 'dataDir'>,
  role: StaffRole,
): Promise<{ staffId: string; client: Client }> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into staff (role, user_name, name, password_hash, language) values ($1, $2, '赵敏', '', 'zh')
       returning id`,
      [role, `zhao-${randomBytes(4).toString('hex')}`],
    );
    const staffId = rows[0]?.id ?? '';
    const client = new Client(web.service);
    const o = { staffId, address: '127.0.0.1', userAgent: 'journey', now: new Date() };
    client.token = (await beginStaffSession(database.pool, o)).token;
    return { staffId, client };
  } finally {
    await database.close();
  }
}
