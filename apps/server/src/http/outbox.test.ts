import { randomBytes } from 'node:crypto';
import { messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { openVault } from '../kit/vault.ts';
import { queuedMails } from '../providers/mail.ts';
import { queuedTextMessages } from '../providers/text-messages-queue.ts';
import { type TestService, useService } from '../testing/service.ts';

const developing = useService({ app: { hasTextOutbox: true, hasMailOutbox: true } });
const textsAlone = useService({ app: { hasTextOutbox: true } });
const mailsAlone = useService({ app: { hasMailOutbox: true } });
const relying = useService();

interface Shown {
  list: { phone: string; body: string }[];
  mails: { address: string; body: string }[];
}

const shown = async ({ app }: TestService) => ({
  json: (await app.inject('/dev/outbox.json')).json() as Shown,
  page: await app.inject('/dev/outbox'),
});

/** Sends a code by text message and one by mail. */
async function sentBy({ given, ask }: TestService) {
  const { phone, token } = await given.login();
  const code = await given.code('login', phone);
  const email = `${phone}@example.com`;
  expect((await ask(messageCalls.sendEmailCode, { email }, { as: token })).refused).toBeNull();
  return { phone, code, email };
}

describe('the outbox', () => {
  it('shows messages that have no provider', async () => {
    const { phone, code, email } = await sentBy(developing);

    const { json, page } = await shown(developing);

    expect(json.list.find((one) => one.phone === phone)?.body).toContain(code);
    expect(json.mails.map(({ address }) => address)).toContain(email);
    expect(page.body).toContain(code);
    expect(page.body).toContain(email);
  });

  it('shows no mail if a mail server is set, and no text messages if a provider is set', async () => {
    const [texted, mailed] = [await sentBy(textsAlone), await sentBy(mailsAlone)];

    const [texts, mails] = [await shown(textsAlone), await shown(mailsAlone)];

    expect(texts.json.list.map(({ phone }) => phone)).toContain(texted.phone);
    expect(texts.json.mails).toEqual([]);
    expect(texts.page.body).not.toContain(texted.email);
    expect(mails.json.mails.map(({ address }) => address)).toContain(mailed.email);
    expect(mails.json.list).toEqual([]);
    expect(mails.page.body).not.toContain(mailed.code);
  });

  it('hides messages that are queued for a provider, and still opens', async () => {
    const { database } = developing;
    const queue = { vault: openVault(randomBytes(32)), jobs: () => ({ send: async () => {} }) as never };
    const phone = developing.given.phone();
    const text = { phone, template: 'notice', values: { text: 'x' }, language: 'en' } as const;
    await queuedTextMessages(queue).send(database.pool, text);
    await queuedMails(queue).send(database.pool, { address: 'waits@example.com', subject: 'A', body: 'B' });

    const { json, page } = await shown(developing);

    expect(page.statusCode).toBe(200);
    expect(json.list.map((one) => one.phone)).not.toContain(phone);
    expect(json.mails.map(({ address }) => address)).not.toContain('waits@example.com');
  });

  it('answers 404 if mail and text messages both have providers', async () => {
    for (const url of ['/dev/outbox', '/dev/outbox.json'])
      expect((await relying.app.inject({ url })).statusCode).toBe(404);
  });
});
