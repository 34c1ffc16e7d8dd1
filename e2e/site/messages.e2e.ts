import { accountCalls, announcementCalls, messageCalls } from '@proofkeep/contract';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { newOperator } from '../kit/operator.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

let web: Web;
beforeAll(async () => {
  web = await startWeb();
}, 240_000);
afterAll(() => web?.close());

/** Registers a user and signs the browser in. */
async function signIn(context: BrowserContext, phone: string): Promise<Client> {
  const client = new Client(web.service);
  await client.register(phone);
  await context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url, httpOnly: true }]);
  return client;
}

/** Mails to an address, newest first. */
async function mailsTo(address: string): Promise<{ subject: string; body: string }[]> {
  const response = await fetch(`${web.service.url}/dev/outbox.json`);
  const { mails } = (await response.json()) as { mails: { address: string; subject: string; body: string }[] };
  return mails.filter((mail) => mail.address === address);
}

/** Sets a mail address in the settings with the code sent to it, which also creates a message. */
async function setEmail({ page }: Visitor, email: string): Promise<void> {
  await page.getByRole('button', { name: inChinese.text('email-section.set') }).click();
  await page.getByLabel(inChinese.text('email-section.email')).fill(email);
  await page.getByRole('button', { name: inChinese.text('email-section.send') }).click();
  await page.getByLabel(inChinese.text('email-section.code')).waitFor();
  const code = /\d{6}/.exec((await mailsTo(email))[0]?.subject ?? '')?.[0] ?? '';
  await page.getByLabel(inChinese.text('email-section.code')).fill(code);
  await page.getByRole('button', { name: inChinese.text('email-section.verify') }).click();
  await page.getByText(email, { exact: true }).waitFor();
}

describe('messages', () => {
  it('arrive live, open where they lead, and can be deleted and restored', async () => {
    const visitor = await web.visit({ language: 'zh', width: 'desk' });
    const { page, errors } = visitor;
    await signIn(visitor.context, '13900001301');
    await page.goto('/messages');
    await page.getByText(inChinese.text('message-list.none')).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: inChinese.text('message-list.settings') }).click();
    await page.getByRole('heading', { name: inChinese.text('notifications.title') }).waitFor();
    await setEmail(visitor, 'wang@example.com');
    await expectAccessible(page);
    await page.getByRole('link', { name: inChinese.text('bell.unread', { count: 1 }) }).click();

    const link = page.getByRole('link', { name: /^通知邮箱已设为 wang@example\.com/ });
    await page.getByRole('button', { name: /^删除：通知邮箱已设为/ }).click();
    await page.getByText(inChinese.text('message-list.deleted')).waitFor();
    await link.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: inChinese.text('message-list.undo') }).click();
    await link.waitFor();
    await expectAccessible(page);
    await link.click();
    await page.getByRole('heading', { name: inChinese.text('notifications.title') }).waitFor();
    await page.getByRole('link', { name: inChinese.text('messages.title'), exact: true }).waitFor();

    expect(errors).toEqual([]);
    await visitor.close();
  });

  it('are turned on by kind and channel on a phone, and the choice is kept', async () => {
    const visitor = await web.visit({ language: 'en', width: 'phone' });
    const { page, errors } = visitor;
    const client = await signIn(visitor.context, '13900001302');
    await page.goto('/accountSetting/notifications');
    await page.getByText(inEnglish.text('notifications.noMail')).waitFor();
    await page
      .getByRole('switch', {
        name: inEnglish.text('notifications.of', { kind: 'Evidence', way: inEnglish.text('notifications.text') }),
      })
      .click();
    await page.getByText(inEnglish.text('notifications.saved')).waitFor();
    await expectAccessible(page);

    const { kinds } = await client.ask(messageCalls.notificationSettings, {});
    expect(kinds).toContainEqual({ kind: 'capture', mail: true, text: true });
    await page.reload();
    expect(
      await page
        .getByRole('switch', {
          name: inEnglish.text('notifications.of', { kind: 'Evidence', way: inEnglish.text('notifications.text') }),
        })
        .isChecked(),
    ).toBe(true);

    const english = page.getByRole('radio', { name: inEnglish.text('console-dictionary-differences.en') });
    await english.click();
    await page.getByText(inEnglish.text('notifications.saved')).waitFor();
    expect(await english.isChecked()).toBe(true);
    expect((await client.ask(messageCalls.notificationSettings, {})).language).toBe('en');
    expect(errors).toEqual([]);
    await visitor.close();
  });

  it('show the unread count on a phone without horizontal scrolling', async () => {
    const visitor = await web.visit({ language: 'en', width: 'phone' });
    const { page, errors } = visitor;
    const client = await signIn(visitor.context, '13900001304');
    const password = { oldPassword: goodPassword, password: 'another-lantern-for-the-road' };
    await client.ask(accountCalls.changePassword, password);
    await page.goto('/messages');

    await page.getByRole('link', { name: 'Account security 1 unread' }).waitFor();

    await expectAccessible(page);
    expect(errors).toEqual([]);
    await visitor.close();
  });
});

describe('an announcement', () => {
  it('is published and corrected in the console, shown on the desk, and stays closed there', async () => {
    const staff = await newOperator(web);
    const visitor = await web.visit({ language: 'en', width: 'desk' });
    const { page, errors } = visitor;
    await visitor.context.addCookies([
      { name: 'bq-console-token', value: staff.token, domain: 'localhost', path: '/creditor/console/', httpOnly: true },
    ]);
    await page.goto('/console/announcements');
    await page.getByRole('button', { name: inEnglish.text('announcement-form.write') }).click();
    await page.getByLabel(inEnglish.text('announcement-form.titleZh')).fill('周六维护');
    await page.getByLabel(inEnglish.text('announcement-form.textZh')).fill('01:00 至 03:00。');
    await page.getByRole('button', { name: inEnglish.text('announcement-form.save') }).click();
    await page.getByText(inEnglish.text('announcement-form.wrong')).first().waitFor();
    await page.getByLabel(inEnglish.text('announcement-form.titleEn')).fill('Maintenance on Saturday');
    await page.getByLabel(inEnglish.text('announcement-form.textEn')).fill('From 01:00 to 03:00.');
    await page.getByRole('button', { name: inEnglish.text('announcement-form.save') }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: inEnglish.text('announcement-form.publish') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: inEnglish.text('announcement-form.publish') })
      .click();
    await page.getByRole('button', { name: inEnglish.text('announcement-shown.withdraw') }).waitFor();

    await signIn(visitor.context, '13900001303');
    await page.goto('/home');
    await page.getByRole('link', { name: 'Maintenance on Saturday' }).click();
    await page.getByText('From 01:00 to 03:00.').waitFor();
    await expectAccessible(page);
    const shown = page.url();
    await page.goto('/console/announcements');
    await page.getByRole('link', { name: /Maintenance on Saturday/ }).click();
    await page.getByRole('button', { name: inEnglish.text('announcement-shown.correct'), exact: true }).click();
    await page.getByLabel(inEnglish.text('announcement-form.textEn')).fill('');
    await page.getByRole('button', { name: inEnglish.text('announcement-form.saveCorrection') }).click();
    await page.getByText(inEnglish.text('announcement-form.wrong')).waitFor();
    await page.getByLabel(inEnglish.text('announcement-form.textEn')).fill('From 02:00 to 04:00.');
    await page.getByRole('button', { name: inEnglish.text('announcement-form.saveCorrection') }).click();
    await page.getByRole('button', { name: inEnglish.text('announcement-shown.withdraw') }).waitFor();
    await page.goto(shown);
    await page.getByText('From 02:00 to 04:00.').waitFor();
    await page.getByText(inEnglish.text('announcements.corrected')).waitFor();
    expect(await page.getByText('From 01:00 to 03:00.').count()).toBe(0);
    await page.goto('/home');
    await page.getByRole('button', { name: inEnglish.text('announcement-line.close') }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    await page.getByRole('link', { name: inEnglish.text('message-list.list'), exact: true }).waitFor();

    expect(await page.getByText('Maintenance on Saturday').count()).toBe(0);
    expect((await staff.ask(announcementCalls.list, {})).total).toBe(1);
    expect(errors).toEqual([]);
    await visitor.close();
  }, 60_000);
});

describe('the agreements', () => {
  it.each([
    ['/website-show/service', 'desk', 'zh', inChinese.text('agreement.service')],
    ['/h5Mobile/service/agreement', 'phone', 'zh', inChinese.text('agreement.service')],
    ['/attestation-mobile/service/agreement', 'phone', 'en', inEnglish.text('agreement.service')],
    ['/h5Mobile/cfc/agreement', 'phone', 'en', inEnglish.text('agreement.certificate')],
  ] as const)('can be read at %s, at the width of a %s, in %s', async (path, width, language, title) => {
    const visitor = await web.visit({ language, width });
    const { page, errors } = visitor;
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('link', { name: /^3\. / }).click();

    expect(new URL(page.url()).hash).toBe('#section-3');
    await expectAccessible(page);
    expect(errors).toEqual([]);
    await visitor.close();
  });

  it('open from a link on the registration page', async () => {
    const visitor = await web.visit({ language: 'zh', width: 'desk' });
    await visitor.page.goto('/registry');
    const opened = visitor.context.waitForEvent('page');
    await visitor.page.getByRole('link', { name: inChinese.text('register.agreement') }).click();

    expect(new URL((await opened).url()).pathname).toBe('/website-show/service');
    expect(await visitor.page.getByRole('checkbox').isChecked()).toBe(false);
    await visitor.close();
  });
});
