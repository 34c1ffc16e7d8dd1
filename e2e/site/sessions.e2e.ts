import { reservationStateWords, sessionWayWords } from '@proofkeep/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { identified, newOffice, type OfficeNotary, submitMatter } from '../kit/matters.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, expectNothingSticksOut, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const zh = siteWords('zh');
const en = siteWords('en');
const phone = '13900002801';

let web: Web;
let holder: Holder;
let notary: Visitor;
let office: OfficeNotary;
let matterId: string;

beforeAll(async () => {
  web = await openSharedWeb();
  office = await newOffice(web);
  holder = await visitAsHolder(web, { phone, language: 'zh', width: 'phone' });
  const client = new Client(web.service);
  client.token = (await holder.context.cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
  matterId = await submitMatter(client, office, { phone });
  await identified(web, client, office, { id: matterId, holderPhone: phone, needsSession: true });
  notary = await web.visit({ language: 'en', width: 'desk' });
  const { hostname } = new URL(web.service.url);
  await notary.context.addCookies([
    { name: 'bq-console-token', value: office.client.token, domain: hostname, path: '/creditor/console/' },
  ]);
});
afterAll(async () => {
  await Promise.all([holder?.close(), notary?.close()]);
  await web?.close();
});

const times = () => holder.page.getByRole('group', { name: zh.text('reservations-picker.time') }).getByRole('button');

it('a notary holds sessions by video and closes a weekday', async () => {
  const { page } = notary;
  await page.goto(`${web.service.url}${paths.consoleSessions}`);
  const offersVideo = page.getByRole('switch', { name: en.text('console-sessions-hours.offersVideo') });
  await offersVideo.click();
  await offersVideo.click();
  const friday = page.getByRole('group', { name: 'Fri' });
  for (let left = 2; left > 0; left--)
    await friday
      .getByRole('button', { name: en.text('console-sessions-hours.removeSpan') })
      .first()
      .click();
  await friday.getByText(en.text('console-sessions-hours.closed')).waitFor();
  await page.getByRole('button', { name: en.text('console-sessions-hours.save') }).click();
  await page.getByText(en.text('console-sessions-hours.saved')).waitFor();
  await page.reload();
  await friday.getByText(en.text('console-sessions-hours.closed')).waitFor();
  expect(await offersVideo.isChecked()).toBe(true);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
});

it('the applicant books a video session on the phone, and moves it', async () => {
  const { page, press, heading } = holder;
  await page.goto(`${holder.origin}${paths.reservation()}`);
  await page.getByRole('link', { name: zh.text('reservations.choose') }).click();
  await heading(zh.text('reservations-picker.title'));
  expect(await page.getByRole('button', { name: /周五/ }).count()).toBe(0);
  await press(sessionWayWords.video[0]);
  const first = (await times().first().textContent()) ?? '';
  await times().first().click();
  const chosen = page.getByRole('button', { name: first, pressed: true });
  await chosen.waitFor();
  await page.reload();
  await chosen.waitFor();
  await press(sessionWayWords.video[0]);
  expect(await page.getByRole('button', { name: zh.text('reservations-picker.book') }).isEnabled()).toBe(true);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await press(zh.text('reservations-picker.book'));

  await heading(zh.text('reservations.booked'));
  await page.getByText(first).waitFor();
  await page.getByRole('link', { name: zh.text('reservations-session.enterRoom') }).waitFor();
  await page.getByRole('link', { name: zh.text('reservations-session.move') }).click();
  expect(await page.getByRole('button', { name: sessionWayWords.video[0] }).getAttribute('aria-pressed')).toBe('true');
  // The first day may have a single time left.
  const days = page.getByRole('group', { name: zh.text('reservations-picker.day') }).getByRole('button');
  await days.nth(1).click();
  await times().first().click();
  await press(zh.text('reservations-picker.move'));
  await heading(zh.text('reservations.booked'));
  await page.getByText(first).first().waitFor();
  await page.getByText(reservationStateWords.moved[0]).waitFor();
});

it('the notary sees and cancels the session; the applicant is notified and may choose again', async () => {
  const { page } = notary;
  await page.reload();
  const row = page
    .getByRole('row')
    .filter({ hasText: '王芳' })
    .filter({ has: page.getByRole('button') });
  await row.getByRole('button', { name: en.text('console-sessions-table.move') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en.text('console-sessions-table.reason')).fill('公证员临时外出');
  await dialog.getByRole('button', { name: en.text('console-sessions-table.move') }).click();
  await page.getByText(en.text('console-sessions-table.moveDone')).waitFor();

  await holder.page.reload();
  await holder.page.getByText('公证员临时外出').waitFor();
  expect(await holder.page.getByRole('link', { name: zh.text('reservations.choose') }).count()).toBe(1);
});
