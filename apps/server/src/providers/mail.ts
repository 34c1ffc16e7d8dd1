import { createTransport } from 'nodemailer';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Vault } from '../kit/vault.ts';
import { insertWaitingMail, keepMail, lockWaitingMail, markMailSent } from './mail-store.ts';

export interface Mail {
  address: string;
  subject: string;
  /** Plain text. */
  body: string;
}

export interface Mails {
  /** Accepts a mail in the caller's transaction; it is sent only after COMMIT. */
  send(db: Client, mail: Mail): Promise<void>;
}

/** Hands a mail to a mail server. A mailbox may keep only one of two mails with the same id. */
export interface Mailer {
  deliver(mail: Mail & { id: string }): Promise<void>;
  close(): void;
}

/** For development: mails are only stored, and `/dev/outbox` shows them. */
export const mailOutbox: Mails = {
  async send(db, { address, subject, body }) {
    await keepMail(db, { address, subject, body });
  },
};

const placeOf = (id: string) => `mail.encrypted ${id}`;

/** Mails that a job delivers (`deliverMail`). Their content, which may include codes, is stored encrypted. */
export const queuedMails = ({ vault, jobs }: { vault: Vault; jobs: () => Jobs }): Mails => ({
  async send(db, { address, subject, body }) {
    const id = await newId(db);
    const encrypted = vault.encrypt(JSON.stringify({ subject, body }), placeOf(id));
    await insertWaitingMail(db, { id, address, encrypted });
    await jobs().send(db, 'send-mail', { id });
  },
});

/**
 * Delivers one mail and deletes its content. Its row is locked meanwhile, so no other process delivers it. A crash between the
 * two repeats the delivery with the same Message-ID (RFC 5322 §3.6.4).
 */
export async function deliverMail(
  { database, vault, mailer }: { database: Database; vault: Vault; mailer: Mailer },
  id: string,
): Promise<void> {
  await database.transaction(async (db) => {
    const mail = await lockWaitingMail(db, id);
    if (!mail) return;
    const content = JSON.parse(vault.decrypt(mail.encrypted, placeOf(id))) as Pick<Mail, 'subject' | 'body'>;
    await mailer.deliver({ id, address: mail.address, ...content });
    await markMailSent(db, id);
  });
}

const limitMs = 30_000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Sends over SMTP (RFC 5321). Requires TLS except to this machine. */
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
      // Suppresses automatic replies (RFC 3834 §5).
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
