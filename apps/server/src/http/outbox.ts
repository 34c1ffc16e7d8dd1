import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

interface Sent {
  /** Phone, or mail address. */
  to: string;
  /** Of mail alone. */
  subject: string | null;
  body: string;
  at: Date;
}

/**
 * For development: what the service would have sent by text message and mail, at `/dev/outbox` for people and
 * `/dev/outbox.json`. Of a kind that is really sent it shows nothing, nor what is kept of it.
 */
export function serveOutbox(
  app: FastifyInstance,
  database: Database,
  { hasTextOutbox, hasMailOutbox }: { hasTextOutbox: boolean; hasMailOutbox: boolean },
): void {
  const texts = async () => {
    if (!hasTextOutbox) return [];
    const { rows } = await database.pool.query<{ phone: string; body: string; at: Date }>(
      `select phone, body, created_at as at from text_message where state = 'kept' order by id desc limit 100`,
    );
    return rows;
  };
  const mails = async () => {
    if (!hasMailOutbox) return [];
    const { rows } = await database.pool.query<{ address: string; subject: string; body: string; at: Date }>(
      'select address, subject, body, created_at as at from mail where body is not null order by id desc limit 100',
    );
    return rows;
  };
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
<p>以下短信和邮件只保存在这里，没有发出。<br>These messages were kept here and sent to nobody.</p>
${messages.length === 0 ? '<p>还没有短信或邮件。 No message yet.</p>' : ''}
<ol>${messages.map(rowOf).join('\n')}</ol>
</html>
`;

const rowOf = ({ to, subject, body, at }: Sent): string =>
  `<li><b>${escaped(to)}</b> <time>${at.toISOString()}</time>${subject ? `<p><b>${escaped(subject)}</b></p>` : ''}<p>${escaped(body)}</p></li>`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] as string);
