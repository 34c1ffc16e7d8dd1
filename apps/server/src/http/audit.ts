import type { ownEvents } from '@proofkeep/contract';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../database/client.ts';
import type { AnyCaller } from './caller.ts';
import { isStaff, isUser } from './policy.ts';

/**
 * Writes an audit event in the transaction of the change. If no user is signed in, or a staff member or a party acts
 * on an account's object, the subject names the owner: `loginId`, `accountId`, `staffId`.
 */
export async function writeAudit(
  db: Client,
  o: {
    event: string;
    caller: AnyCaller | null;
    /** The event belongs to the person who signed in, not to the login they act as. */
    isOfPerson: boolean;
    request: FastifyRequest;
    subject: Record<string, string | number>;
  },
): Promise<void> {
  const { loginId = null, accountId = null, staffId = null, ...subject } = o.subject;
  const staff = o.caller && isStaff(o.caller) ? o.caller : null;
  const caller = o.caller && isUser(o.caller) ? o.caller : null;
  await db.query(
    `insert into audit (event, login_id, person_id, account_id, staff_id, address, trace_id, subject)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      o.event,
      (o.isOfPerson ? caller?.personId : caller?.loginId) ?? loginId,
      caller?.personId ?? loginId,
      (o.isOfPerson ? caller?.personAccountId : caller?.accountId) ?? accountId,
      staff?.staffId ?? staffId,
      // Undefined for a client that hung up, if nothing had read the address before.
      o.request.ip || '',
      o.request.id,
      JSON.stringify(subject),
    ],
  );
}

/** Writes an audit event for a scheduled change that the service made to a login. */
export async function writeOwnAudit(
  db: Client,
  o: { event: (typeof ownEvents)[number]; loginId: string; subject: Record<string, string | number> },
): Promise<void> {
  await db.query(
    `insert into audit (event, login_id, account_id, address, trace_id, subject)
     select $1, id, account_id, '', '', $3 from login where id = $2`,
    [o.event, o.loginId, JSON.stringify(o.subject)],
  );
}

/** Writes an audit event for a change made by the `proofkeep` command, whose caller owns the installation. */
export async function writeCommandAudit(
  db: Client,
  o: { event: string; osUser: string; subject: Record<string, string | number> },
): Promise<void> {
  await db.query(`insert into audit (event, address, trace_id, subject) values ($1, '', '', $2)`, [
    o.event,
    JSON.stringify({ ...o.subject, osUser: o.osUser }),
  ]);
}
