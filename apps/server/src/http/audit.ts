import type { FastifyRequest } from 'fastify';
import type { Client } from '../database/database.ts';
import type { Caller } from './context.ts';

/** Writes down who did what, in the transaction in which it is done. */
export async function writeAudit(
  db: Client,
  o: { event: string; caller: Caller | null; request: FastifyRequest; subject: Record<string, string | number> },
): Promise<void> {
  const { loginId = null, accountId = null, ...subject } = o.subject;
  await db.query(
    `insert into audit (event, login_id, account_id, address, trace_id, subject) values ($1, $2, $3, $4, $5, $6)`,
    [
      o.event,
      o.caller?.loginId ?? loginId,
      o.caller?.accountId ?? accountId,
      o.request.ip,
      o.request.id,
      JSON.stringify(subject),
    ],
  );
}
