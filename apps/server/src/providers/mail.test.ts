import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault } from '../kit/vault.ts';
import { useService } from '../testing/service.ts';
import { deliverMail, type Mailer, queuedMails, smtpMailer } from './mail.ts';

const service = useService();
const vault = openVault(randomBytes(32));

interface Arrived {
  to: string[];
  raw: string;
}

const arrived: Arrived[] = [];
let refuses = false;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    void text(stream).then((raw) => {
      if (refuses) return done(new Error('451 Later'));
      arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
      return done();
    });
  },
});
let mailer: Mailer;
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  ({ port } = server.server.address() as AddressInfo);
  mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@proofkeep.example' });
});
afterAll(async () => {
  mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

/** Sends a mail as a call does; the test runs the job. */
async function given(mail: { address: string; subject: string; body: string }): Promise<string> {
  const asked: string[] = [];
  const jobs = { send: async (_db: unknown, _name: string, { id }: { id: string }) => void asked.push(id) };
  const mails = queuedMails({ vault, jobs: () => jobs as never });
  await service.database.transaction((db) => mails.send(db, mail));
  return asked[0] ?? '';
}

const deliver = (id: string) => deliverMail({ database: service.database, vault, mailer }, id);
const rowOf = async (id: string) => {
  const { rows } = await service.database.pool.query('select * from mail where id = $1', [id]);
  return rows[0] as Record<string, unknown>;
};

describe('a mail', () => {
  it('is stored encrypted until it is sent, and then deleted', async () => {
    const id = await given({ address: 'encrypted@example.com', subject: 'Your code: 123456', body: '123456' });

    const waiting = await rowOf(id);
    await deliver(id);

    expect(waiting).toMatchObject({ subject: null, body: null, sent_at: null });
    expect(Buffer.from(waiting.encrypted as Uint8Array).includes('123456')).toBe(false);
    expect(await rowOf(id)).toMatchObject({ subject: null, body: null, encrypted: null, sent_at: expect.any(Date) });
    expect(arrived.find(({ to }) => to.includes('encrypted@example.com'))?.raw).toContain('123456');
  });

  it('arrives once although its job runs several times concurrently', async () => {
    const id = await given({ address: 'wang@example.com', subject: '【存真】验证码', body: '您好' });

    await Promise.all([1, 2, 3].map(() => deliver(id)));

    const found = arrived.filter(({ to }) => to.includes('wang@example.com'));
    expect(found).toHaveLength(1);
    expect(found[0]?.raw).toMatch(new RegExp(`^Message-ID: <${id}@proofkeep.example>`, 'im'));
    expect(found[0]?.raw).toMatch(/^Auto-Submitted: auto-generated/im);
  });

  it('removes line breaks in the subject from its headers', async () => {
    const id = await given({ address: 'li@example.com', subject: 'A\r\nBcc: victim@example.com\r\n\r\nB', body: 'C' });

    await deliver(id);

    const [found] = arrived.filter(({ to }) => to.includes('li@example.com'));
    expect(found?.to).toEqual(['li@example.com']);
    expect(found?.raw).not.toMatch(/^Bcc:/im);
  });

  it('is retried if the server rejects it', async () => {
    const id = await given({ address: 'later@example.com', subject: 'A', body: 'B' });
    refuses = true;
    await expect(deliver(id)).rejects.toThrow();
    refuses = false;

    await deliver(id);

    expect(arrived.filter(({ to }) => to.includes('later@example.com'))).toHaveLength(1);
  });

  it('is not sent to another machine without TLS', async () => {
    // An address of this machine that doesn't count as loopback.
    const away = smtpMailer({ url: `smtp://[::ffff:127.0.0.1]:${port}`, from: 'no-reply@proofkeep.example' });

    await expect(away.deliver({ id: 'x', address: 'a@example.com', subject: 'A', body: 'B' })).rejects.toThrow(
      'STARTTLS',
    );

    expect(arrived.some(({ to }) => to.includes('a@example.com'))).toBe(false);
    away.close();
  });
});
