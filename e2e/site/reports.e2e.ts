import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { newOperator } from '../kit/operator.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const chinese = siteWords('zh');
const english = siteWords('en');

let web: Web;
let operator: Visitor;
beforeAll(async () => {
  web = await startWeb();
  operator = await web.visit({ language: 'zh', width: 'desk' });
  const { token } = await newOperator(web);
  const { hostname } = new URL(web.service.url);
  await operator.context.addCookies([
    { name: 'bq-console-token', value: token, domain: hostname, path: '/creditor/console/' },
  ]);
});
afterAll(() => web.close());

/** Opens the only waiting report from the overview and answers it. */
async function answer(report: string, text: string) {
  const { page } = operator;
  await page.goto('/console');
  await page.getByRole('link', { name: /^问题反馈.*1 件待处理/ }).click();
  await page.getByRole('link', { name: report }).click();
  await page.getByRole('textbox', { name: chinese.text('console-report-answer.text') }).fill(text);
  await expectAccessible(page);
  await page.getByRole('button', { name: chinese.text('console-report-answer.answer') }).click();
  // The notice and the report's state use the same words.
  await page.getByText(chinese.text('console-report-answer.sent')).first().waitFor();
}

describe('a reported problem', () => {
  it('is answered in the console to a signed-in user, who asks again and closes it', async () => {
    const holder: Holder = await visitAsHolder(web, { phone: '13900005001', language: 'en', width: 'phone' });
    const { page, origin } = holder;
    await page.goto(`${origin}/home`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => localStorage.setItem('signedIn', 'yes'));
    await page.goto(`${origin}/reports`);
    await page
      .getByRole('main')
      .getByRole('link', { name: english.text('reports.new') })
      .click();
    await holder.press(english.text('report-page.send'));
    await page.getByText(english.text('report-page.empty')).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: english.text('report-page.text') }).fill('The replay stays grey');
    await holder.press(english.text('report-page.send'));
    await page.getByRole('link', { name: english.text('report-page.look') }).click();
    await page.getByText(english.text('report-detail.waits')).waitFor();

    await answer('The replay stays grey', 'Please reload the page.');

    await page.goto(`${origin}/messages`);
    await page.getByRole('link', { name: /The problem you reported has been answered/ }).click();
    await page.getByText('Please reload the page.').waitFor();
    await page.getByRole('textbox', { name: english.text('report-detail.reply') }).fill('It is still grey');
    await holder.press(english.text('report-detail.send'));
    await page.getByText(english.text('report-detail.waits')).waitFor();
    await answer('The replay stays grey', 'It is repaired now.');
    await page.reload();
    await page.getByText('It is repaired now.').waitFor();
    await expectAccessible(page);
    await holder.press(english.text('report-detail.solved'));
    await page.getByText('Closed', { exact: true }).waitFor();
    expect(holder.errors).toEqual([]);
  });

  it('is answered by mail to a signed-out visitor', async () => {
    const { page, errors } = await web.visit({ language: 'zh', width: 'desk' });
    await page.goto('/website-show/chain');
    await page.getByRole('link', { name: chinese.text('platform-foot.report') }).click();
    await page.getByRole('textbox', { name: chinese.text('report-page.text') }).fill('链接失效了');
    await page.getByRole('textbox', { name: chinese.text('report-page.email') }).fill('nowhere');
    await page.getByRole('button', { name: chinese.text('report-page.send') }).click();
    await page.getByText(chinese.text('report-page.emailWrong')).waitFor();
    await page.getByRole('textbox', { name: chinese.text('report-page.email') }).fill('ann@example.org');
    await page.getByRole('button', { name: chinese.text('report-page.send') }).click();
    await page.getByText(chinese.text('report-page.byMail', { email: 'ann@example.org' })).waitFor();

    await answer('链接失效了', '链接已恢复。');

    const outbox = await (await fetch(`${web.service.url}/dev/outbox.json`)).text();
    expect(outbox).toContain('ann@example.org');
    expect(outbox).toContain('链接已恢复。');
    expect([...errors, ...operator.errors]).toEqual([]);
  });
});
