import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { listKeptMails } from '../providers/mail-store.ts';
import { listKeptTexts } from '../providers/text-message-store.ts';

interface Sent {
  /** Phone number or mail address. */
  to: string;
  /** Null for a text message. */
  subject: string | null;
  body: string;
  at: Date;
}

/**
 * For development: shows stored text messages and mails as a page (`/dev/outbox`) and as JSON (`/dev/outbox.json`). A
 * channel with a provider shows nothing.
 */
export function serveOutbox(
  app: FastifyInstance,
  database: Database,
  { hasTextOutbox, hasMailOutbox }: { hasTextOutbox: boolean; hasMailOutbox: boolean },
): void {
  const texts = async () => (hasTextOutbox ? listKeptTexts(database.pool) : []);
  const mails = async () => (hasMailOutbox ? listKeptMails(database.pool) : []);
  const sent = async (): Promise<Sent[]> =>
    [
      ...(await texts()).map(({ phone, ...text }) => ({ to: phone, subject: null, ...text })),
      ...(await mails()).map(({ address, ...mail }) => ({ to: address, ...mail })),
    ].sort((a, b) => b.at.getTime() - a.at.getTime());
  app.get('/dev/outbox.json', async () => ({ list: await texts(), mails: await mails() }));
  app.get('/dev/outbox', async (_request, reply) => reply.type('text/html; charset=utf-8').send(pageOf(await sent())));
}

const pageOf = (messages: Sent[]): string => `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>开发用发件箱 Development outbox</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #1b1d21; background: #fafaf7; }
  small, p:first-of-type, time { color: #5b606b; }
  ol { list-style: none; padding: 0; }
  li { padding: .75rem 0; border-top: 1px solid #e6e4dd; }
  li p { margin: .25rem 0 0; overflow-wrap: anywhere; white-space: pre-line; }
</style>
<h1>开发用发件箱 <small>Development outbox</small></h1>
<p>以下短信和邮件只保存在这里，没有发出。<br>These messages were kept here and not sent.</p>
${messages.length === 0 ? '<p>还没有短信或邮件。 No messages yet.</p>' : ''}
<ol>${messages.map(rowOf).join('\n')}</ol>
</html>
`;

const rowOf = ({ to, subject, body, at }: Sent): string =>
  `<li><b>${escaped(to)}</b> <time>${at.toISOString()}</time>${subject ? `<p><b>${escaped(subject)}</b></p>` : ''}<p>${escaped(body)}</p></li>`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] as string);
