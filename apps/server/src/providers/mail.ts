import { createTransport } from 'nodemailer';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Vault } from '../kit/vault.ts';

export interface Mail {
  address: string;
  subject: string;
  /** Plain text. */
  body: string;
}

export interface Mails {
  /** Takes a mail over in the caller's transaction: it goes out when that is committed and never before. */
  send(db: Client, mail: Mail): Promise<void>;
}

/** Hands a mail to a server that carries it on. Of two with the same id a mailbox may keep one. */
export interface Mailer {
  deliver(mail: Mail & { id: string }): Promise<void>;
  close(): void;
}

/** For development: mails stand in the database, where `/dev/outbox` shows them, and go nowhere. */
export const mailOutbox: Mails = {
  async send(db, { address, subject, body }) {
    await db.query('insert into mail (address, subject, body) values ($1, $2, $3)', [address, subject, body]);
  },
};

const placeOf = (id: string) => `mail.sealed ${id}`;

/** Mails that a job hands on, `deliverMail`. What they say, codes among it, waits sealed. */
export const queuedMails = ({ vault, jobs }: { vault: Vault; jobs: () => Jobs }): Mails => ({
  async send(db, { address, subject, body }) {
    const { rows } = await db.query<{ id: string }>('select uuidv7() as id');
    const { id } = rows[0] as { id: string };
    const sealed = vault.seal(JSON.stringify({ subject, body }), placeOf(id));
    await db.query('insert into mail (id, address, sealed) values ($1, $2, $3)', [id, address, sealed]);
    await jobs().send(db, 'send-mail', { id });
  },
});

type Waiting = { id: string; address: string } & (
  | { sealed: Buffer; subject: null; body: null }
  // It waits since before mails were sealed.
  | { sealed: null; subject: string; body: string }
);

function opened({ id, address, ...said }: Waiting, vault: Vault): Mail & { id: string } {
  if (said.sealed === null) return { id, address, subject: said.subject, body: said.body };
  return { id, address, ...(JSON.parse(vault.open(said.sealed, placeOf(id))) as Pick<Mail, 'subject' | 'body'>) };
}

/**
 * Hands one on and writes down that it was, in place of what it said, while nobody else does. After a crash between the two it is handed on again, with
 * the same Message-ID (RFC 5322 §3.6.4).
 */
export async function deliverMail(
  { database, vault, mailer }: { database: Database; vault: Vault; mailer: Mailer },
  id: string,
): Promise<void> {
  await database.transaction(async (db) => {
    const { rows } = await db.query<Waiting>(
      'select id, address, sealed, subject, body from mail where id = $1 and sent_at is null for update',
      [id],
    );
    const [mail] = rows;
    if (!mail) return;
    await mailer.deliver(opened(mail, vault));
    await db.query('update mail set sent_at = now(), sealed = null, subject = null, body = null where id = $1', [id]);
  });
}

const limitMs = 30_000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Over SMTP (RFC 5321). Without TLS nothing is sent, but to this machine itself. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { hostname, port, username, password, protocol } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && !loopback.test(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ id, address, subject, body }) {
      const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
      // Answered by nobody, and not to be answered by a machine (RFC 3834 §5).
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({
        from: { name: '存真 Proofkeep', address: from },
        to: address,
        subject,
        text: body,
        messageId,
        headers,
      });
    },
    close: () => transport.close(),
  };
}
