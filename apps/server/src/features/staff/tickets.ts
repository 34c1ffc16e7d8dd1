import { randomBytes } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { insertTicket, type TicketPurpose, takeTry, ticketHolder } from './access-store.ts';
import { lockStaff, type StaffRow } from './store.ts';

const validMs = 10 * 60_000;
const tries = 5;

/** Issues a ticket for the next step. */
export async function issueTicket(
  db: Client,
  { staffId, purpose, now }: { staffId: string; purpose: TicketPurpose; now: Date },
): Promise<{ ticket: string; validSeconds: number }> {
  const ticket = randomBytes(32).toString('base64url');
  await insertTicket(db, { ticket, staffId, purpose, tries, expiresAt: new Date(now.getTime() + validMs), now });
  return { ticket, validSeconds: validMs / 1000 };
}

/** Uses one try of a ticket and locks its holder. @throws Refusal TICKET_INVALID */
export async function spendTry({ db, now }: Pick<Context, 'db' | 'now'>, ticket: string, purpose: TicketPurpose) {
  const staff = await lockTicketHolder(db, ticket);
  const taken = await takeTry(db, { ticket, purpose, now });
  if (!taken) throw new Refusal('TICKET_INVALID');
  return { staff, secret: taken.totpEncrypted };
}

/** @throws Refusal TICKET_INVALID */
export async function lockTicketHolder(db: Client, ticket: string): Promise<StaffRow> {
  const id = await ticketHolder(db, ticket);
  const staff = id && (await lockStaff(db, id));
  if (!staff || staff.disabledAt) throw new Refusal('TICKET_INVALID');
  return staff;
}
