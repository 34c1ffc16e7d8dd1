import { attestationCalls, type Envelope, homeCalls, orderCalls, refusals, stateGroupWords } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const { text, word } = siteWords('en');
const phone = '13900000601';

let web: Web;
let client: Client;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  web = await startWeb();
  client = new Client(web.service);
  await client.register(phone);
  visitor = await web.visit({ language: 'en', width: 'desk' });
  ({ page } = visitor);
});
afterAll(() => web.close());

const signIn = () => visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url }]);
const heading = (key: string) => page.getByRole('heading', { level: 1, name: text(key) });
const pathNow = () => page.evaluate('location.pathname + location.search');

/** Answers one path of the API with a refusal, as the service would. */
async function refuse(path: string, code: keyof typeof refusals, showType: Envelope['showType']): Promise<void> {
  const { status, statusCode, says } = refusals[code];
  const envelope = {
    flag: false,
    data: null,
    statusCode,
    errorCode: code,
    errorMessage: says[1].replace('{seconds}', '5'),
    showType,
    traceId: 'trace',
  } satisfies Envelope;
  await page.route(`**${path}*`, (route) => route.fulfill({ status, json: envelope }));
}

describe('a visitor who never signed in', () => {
  it('is redirected to sign-in and back, without a message about an expired session', async () => {
    await page.goto('/attestation/list?state=failed');
    await heading('sign-in.title').waitFor();

    expect(await pathNow()).toBe(`/login?next=${encodeURIComponent('/attestation/list?state=failed')}`);
    expect(await page.getByText(word(refusals.SESSION_INVALID.says)).count()).toBe(0);
  });

  it('sees the page for unknown paths with status 404, in their language', async () => {
    const answer = await page.goto('/no/such/page');
    const html = (await answer?.text()) ?? '';
    await heading('not-found.title').waitFor();

    expect([answer?.status(), await page.title()]).toEqual([404, 'Page not found · Proofkeep']);
    expect(html).toContain('<html lang="en-US">');
    expect(html).toContain('<title>Page not found · Proofkeep</title>');
  });
});

describe('an expired session', () => {
  it('leads to sign-in, states the reason, and keeps the first return address', async () => {
    await signIn();
    await page.goto('/attestation/list');
    await heading('attestation-list.title').waitFor();
    await page.evaluate(`localStorage.setItem('signedIn', 'yes')`);

    await visitor.context.clearCookies({ name: 'bq-x-token' });
    // Immediately, because any request of the page in between would redirect to sign-in from its own address.
    await page.evaluate(`document.querySelector('a[href="${paths.costCenter}"]').click()`);
    await heading('sign-in.title').waitFor();

    expect(await page.getByText(word(refusals.SESSION_INVALID.says)).count()).toBe(1);
    // Several requests are refused; none of them may replace the first `next`.
    await page.waitForTimeout(1_000);
    expect(await pathNow()).toBe(`/login?next=${encodeURIComponent(paths.costCenter)}`);
  });
});

describe('a refusal', () => {
  it('redirects to /exception with its code and sentence if the whole page is affected', async () => {
    await signIn();
    await refuse(homeCalls.opening.path, 'HEADERS_TOO_LARGE', 'redirect');
    await page.goto('/home');
    await heading('exception.title').waitFor();

    const query = new URLSearchParams(String(await page.evaluate('location.search')));
    expect(query.get('errorCode')).toBe('HEADERS_TOO_LARGE');
    expect(await page.getByText(word(refusals.HEADERS_TOO_LARGE.says)).count()).toBe(1);
    await expectAccessible(page);
    await page.unrouteAll();
  });

  it('from a failing service stays on screen until it is closed', async () => {
    await page.goto('/messages');
    await heading('messages.title').waitFor();
    await refuse('/creditor/logout', 'DATABASE_AWAY', 'notification');
    await page.getByRole('button', { name: /^Acting for/ }).click();
    await page.getByRole('menuitem', { name: text('account-menu.signOut') }).click();

    const notice = page.getByText(text('toasts.notice'));
    await notice.waitFor();
    await page.waitForTimeout(5_000);
    expect(await notice.count()).toBe(1);
    await page.getByRole('button', { name: text('toasts.close') }).click();
    expect(await notice.count()).toBe(0);
    await page.unrouteAll();
  });
});

describe('offline', () => {
  it("shows no row that doesn't match the filter, and loads lists once the network is back", async () => {
    await client.ask(attestationCalls.preserveUrls, { urls: ['https://offline.example/'] });
    await page.goto('/attestation/list');
    const row = page.getByText('offline.example').first();
    await row.waitFor();

    await visitor.context.setOffline(true);
    await page.getByText(text('offline.offline')).waitFor();
    await page.getByRole('button', { name: word(stateGroupWords.ended) }).click();
    await expect.poll(() => row.count()).toBe(0);
    expect(await page.getByText(text('attestation-list.nothing')).count()).toBe(0);

    await visitor.context.setOffline(false);
    await page.getByText(text('attestation-list.nothing')).waitFor();
    expect(await page.getByText(text('offline.offline')).count()).toBe(0);
  });

  it('repeats requests once the network is back, even for recent data and those that still wait for an answer', async () => {
    await page.goto('/attestation/list');
    await page.getByText('offline.example').first().waitFor();
    const lists = `**${attestationCalls.list.path}*`;
    await page.route(lists, () => {
      // The answer is lost.
    });
    const lost = page.waitForRequest(lists);
    await client.ask(attestationCalls.preserveUrls, { urls: ['https://lost.example/'] });
    await lost;
    await page.unroute(lists);

    await visitor.context.setOffline(true);
    await page.getByText(text('offline.offline')).waitFor();
    await visitor.context.setOffline(false);
    await expect.poll(() => page.getByText('lost.example').count(), { timeout: 20_000 }).toBeGreaterThan(0);
  });
});

describe('at an address other than PUBLIC_URL', () => {
  it('shows a bar with the reason and a link to the same page there, before a payment and a replay, too', async () => {
    const other = web.service.url.replace('localhost', '127.0.0.1');
    await visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, url: other }]);
    const { list } = await client.ask(attestationCalls.preserveUrls, { urls: ['https://pages.example/'] });
    const { orderNo } = await client.ask(orderCalls.recharge, { amountCents: 10_000 });
    const link = page.getByRole('link', { name: /localhost/ });
    const reason = page.getByText(text('other-address.reason', { here: new URL(other).host }));
    for (const path of ['/website-show/price?from=mail', paths.pay(orderNo), paths.attestation(list[0]?.ano ?? '')]) {
      await page.goto(other + path);
      await reason.waitFor();
      expect(await link.getAttribute('href')).toBe(web.service.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectAccessible(page);
    }

    await page.goto(`${web.service.url}/website-show/price`);
    await heading('public-prices.title').waitFor();
    expect(await link.count()).toBe(0);
  });
});
