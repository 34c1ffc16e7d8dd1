import type { Client } from '../database/client.ts';

/** Stores a mail in the development outbox. */
export async function keepMail(db: Client, o: { address: string; subject: string; body: string }): Promise<void> {
  await db.query('insert into mail (address, subject, body) values ($1, $2, $3)', [o.address, o.subject, o.body]);
}

export async function listKeptMails(
  db: Client,
): Promise<{ address: string; subject: string; body: string; at: Date }[]> {
  const { rows } = await db.query<{ address: string; subject: string; body: string; at: Date }>(
    'select address, subject, body, created_at as at from mail where body is not null order by id desc limit 100',
  );
  return rows;
}

/** A mail whose content is encrypted until it is sent. */
export async function insertWaitingMail(
  db: Client,
  { id, address, encrypted }: { id: string; address: string; encrypted: Buffer },
): Promise<void> {
  await db.query('insert into mail (id, address, encrypted) values ($1, $2, $3)', [id, address, encrypted]);
}

/** Locks a mail that isn't sent yet until the transaction ends. */
export async function lockWaitingMail(
  db: Client,
  id: string,
): Promise<{ address: string; encrypted: Buffer } | undefined> {
  const { rows } = await db.query<{ address: string; encrypted: Buffer }>(
    'select address, encrypted from mail where id = $1 and sent_at is null and encrypted is not null for update',
    [id],
  );
  return rows[0];
}

/** Deletes the content. */
export async function markMailSent(db: Client, id: string): Promise<void> {
  await db.query('update mail set sent_at = now(), encrypted = null where id = $1', [id]);
}
