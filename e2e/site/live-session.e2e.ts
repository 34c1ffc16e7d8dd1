import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  costCenterCalls,
  type Language,
  type LiveDevice,
  liveSessionCalls,
  liveStateWords,
  liveViewports,
} from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { CDPSession, Download, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const limitMs = 240_000;
/** Time for an effect on a busy machine. */
const effect = { timeout: 25_000 };
/** The browser must be ready within seconds; on two idle cores it takes two to five. */
const enterMs = 30_000;
const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
const sessionPath = '/creditor/attestation/process/';
const home = mkdtempSync(join(tmpdir(), 'sessions-'));
let site: SampleSite;
let web: Web;
beforeAll(async () => {
  site = await startSampleSite();
  // One at a time, so that a second session waits.
  web = await startWeb({ egressAllow: site.egressAllow, captures: 1, environment: { CAPTURE_SESSIONS: '1' } });
}, limitMs);
afterAll(async () => {
  await web.close();
  await site.close();
  rmSync(home, { recursive: true });
});

/** Share of the canvas that isn't white: nothing is drawn before the first frame. */
const painted = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 200) dark += 1;
    return dark;
  });

it.each<{ language: Language; width: keyof typeof widths; phone: string; device: LiveDevice }>([
  { language: 'zh', width: 'desk', phone: '13600000701', device: 'desktop' },
  { language: 'en', width: 'phone', phone: '13600000702', device: 'mobile' },
])(
  'a user controls a recorded browser and sees the recording afterwards ($language, $width)',
  async ({ device, ...as }) => {
    const { page, origin, press, errors } = await visitAsHolder(web, as);
    const { text, word, like } = siteWords(as.language);
    const network = await givenNetwork(page);
    await credit(web.dataDir, as.phone, 20_000);

    await page.goto(`${origin}/attestation/new?kind=live`);
    await page.getByLabel(text('preserve-live.url')).fill(`${site.httpOrigin}/chat`);
    await page.getByRole('radio', { name: text(`preserve-live.${device}`) }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: new RegExp(`^${text('preserve-live.open')}`) }).click();
    const openedAt = performance.now();
    await page.waitForURL(/\/attestation\/process\//);

    // The remote page is visible and accepts text.
    await page.getByText(text('session-panel.recording')).waitFor({ timeout: 60_000 });
    await expect.poll(() => painted(page), { timeout: 60_000 }).toBeGreaterThan(500);
    expect(performance.now() - openedAt).toBeLessThan(enterMs);
    const field = page.getByLabel(text('session-screen.label'));
    await page.locator('canvas').click({ position: await placeOf(page, device, 100, 290) });
    await field.pressSequentially('hello x');
    // As an on-screen keyboard does, which reports no key.
    await field.evaluate(() => document.execCommand('delete'));
    // As an input method does, whose window opens at the field: it is where the page has its caret.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    await expect
      .poll(() => distance(field, page.locator('canvas'), device, { x: 24, y: 280 }), effect)
      .toBeLessThan(40);
    await cdp.send('Input.insertText', { text: '你好' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'hello 你好', exact: true }).waitFor();
    await expectAccessible(page);
    await expectStateInView(page, text('session-panel.label'));

    // Pasted text reaches the page.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('订单 2026-11，已付款'));
    await field.press('ControlOrMeta+v');

    // Selected text reaches the user's clipboard once they ask for it.
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await field.press('ControlOrMeta+a');
    await field.press('ControlOrMeta+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), effect).toBe('订单 2026-11，已付款');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '订单 2026-11，已付款', exact: true }).waitFor();

    // Chooses the user's own file.
    await page.locator('canvas').click({ position: await placeOf(page, device, 210, 20) });
    const chooser = page.getByRole('dialog');
    await chooser
      .getByLabel(text('session-chooser.choose'))
      .setInputFiles({ name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await chooser.getByRole('button', { name: text('session-chooser.send') }).click();
    await page.getByRole('button', { name: 'proof.txt: paid', exact: true }).waitFor();

    // In full screen, a dialog can be reached: a screenshot with a note.
    await press(text('session-panel.fullScreen'));
    await expectStateInView(page, text('session-panel.label'));
    await press(text('session-panel.snapshot'));
    const note = page.getByRole('dialog').getByLabel(text('session-panel.note'));
    await note.fill('付款凭证');
    await note.click();
    await note.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press(text('session-panel.smallScreen'));

    // Keyboard users can leave the picture.
    await field.focus();
    await page.keyboard.press('Shift+Escape');
    await expect.poll(() => field.evaluate((one) => one === document.activeElement), effect).toBe(false);

    // A feed loads more as it is scrolled; the history leads back and forth.
    const address = page.getByLabel(text('session-bar.address'), { exact: true });
    const feed = `${site.httpOrigin}/feed?by=scroll`;
    const earlier = site.requests.length;
    const askedFor = (path: string) => site.requests.slice(earlier).filter(({ url }) => url.includes(path)).length;
    const batches = (count: number) => askedFor(`/feed/batch?n=${count}`) > 0;
    const loads = () => askedFor('/feed?by=scroll');
    await address.fill(feed);
    await address.press('Enter');
    await expect.poll(() => batches(1), effect).toBe(true);
    // The feed ignores its end while it inserts a batch: like its readers, the test scrolls back and on again.
    const scroll = device === 'mobile' ? () => swipe(page, cdp) : () => turnWheel(page);
    await expect.poll(async () => batches(2) || (await scroll()) || batches(2), { timeout: 60_000 }).toBe(true);
    await press(text('session-bar.back'));
    await expect.poll(() => address.inputValue(), effect).toContain('/chat');
    await press(text('session-bar.forward'));
    await expect.poll(() => address.inputValue(), effect).toBe(feed);
    // While the page loads, the button stops it instead.
    const loaded = loads();
    const reload = () => page.getByRole('button', { name: text('session-bar.reload'), exact: true }).click();
    await expect.poll(async () => loads() > loaded || (await reload()), { timeout: 60_000, interval: 500 }).toBe(true);

    // A second tab, in which a file is downloaded.
    const closes = page.getByRole('button', {
      name: new RegExp(`^${text('session-bar.close', { name: '' }).trim()} `),
    });
    await press(text('session-bar.open'));
    await expect.poll(() => closes.count(), effect).toBe(2);
    await address.fill(`${site.httpOrigin}/download-only`);
    await address.press('Enter');
    await page
      .getByText(text('session-steering.downloaded', { name: 'authorisation.bin' }))
      .waitFor({ timeout: 60_000 });
    await closes.last().click();
    await expect.poll(() => closes.count(), effect).toBe(1);
    await expect.poll(() => address.inputValue(), effect).toBe(feed);

    // A sign-in: the page says that the password is masked while it is typed.
    const signIns = () => site.requests.filter(({ url }) => url.endsWith('/form/result')).length;
    const signedIn = signIns();
    await address.fill(`${site.httpOrigin}/login-wall`);
    await address.press('Enter');
    await page.getByRole('button', { name: text('session-bar.close', { name: '请登录 - 万货街' }) }).waitFor();
    const isMasked = page.getByText(text('session-panel.masked'));
    await field.focus();
    const unfocused = JSON.stringify(await field.boundingBox());
    await page.keyboard.press('Tab');
    // While the page loads, its fields aren't known, and everything typed is masked.
    const isAtPhone = async () =>
      JSON.stringify(await field.boundingBox()) !== unfocused && (await isMasked.count()) === 0;
    await expect.poll(isAtPhone, effect).toBe(true);
    await page.keyboard.type('13800138000');
    await expect.poll(() => isMasked.count(), effect).toBe(0);
    await page.keyboard.press('Tab');
    await isMasked.waitFor();
    await page.keyboard.type('secret-7781');
    await page.keyboard.press('Enter');
    await expect.poll(signIns, effect).toBe(signedIn + 1);

    // Ten more minutes than the thirty that were booked.
    await page.getByRole('button', { name: new RegExp(`^${text('session-extend.extend', { minutes: 10 })}`) }).click();
    await page.getByText(/\b3\d:\d\d/).waitFor();

    // The network is lost and comes back: the same session goes on.
    await network.cut();
    await page.getByText(text('session-steering.lost', { seconds: 120 })).waitFor();
    network.restore();
    await page.getByText(text('session-panel.recording')).waitFor();
    await page.getByText(text('session-steering.lost', { seconds: 120 })).waitFor({ state: 'hidden' });

    // A second window asks before it takes control.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(text('session-steering.held')).waitFor();
    await other.getByRole('button', { name: text('session-steering.takeOver') }).click();
    await page.getByText(text('session-steering.taken')).waitFor();
    await other.close();
    await press(text('session-steering.takeOver'));
    await page.getByText(text('session-panel.recording')).waitFor();

    // The address bar refuses addresses that may not be captured.
    await address.fill('file:///etc/passwd');
    await address.press('Enter');
    await page.getByText(/file:/).first().waitFor();

    // At first, the service is too busy to send the playback copy.
    await page.route(/playback\.mp4/, (route) => route.fulfill({ status: 503 }));
    await press(text('session-panel.stop'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('session-panel.stop') })
      .click();
    await page.getByText(word(liveStateWords.succeeded), { exact: true }).waitFor({ timeout: 90_000 });

    await page.getByText(text('session-result.videoFailed')).waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    await page.unroute(/playback\.mp4/);
    await press(text('session-result.again'));
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.duration), effect).toBeGreaterThan(2);
    await page.getByText(text('session-result.videoFailed')).waitFor({ state: 'hidden' });
    const shownSeconds = await video.evaluate((one: HTMLVideoElement) => one.duration);
    await page.getByRole('button', { name: /“hello 你好”/ }).waitFor();
    await page.getByRole('button', { name: /“13800138000”/ }).waitFor();
    await page.getByRole('button', { name: text('session-events.masked') }).waitFor();
    expect(await page.getByText('secret-7781').count()).toBe(0);
    const event = page.getByRole('button', { name: /“订单 2026-11，已付款”/ });
    const [, minutes = '', seconds = ''] = /(\d+):(\d\d)/.exec((await event.textContent()) ?? '') ?? [];
    const at = Number(minutes) * 60 + Number(seconds);
    expect(at).toBeGreaterThan(0);
    await event.click();
    const apart = () => video.evaluate((one: HTMLVideoElement, moment) => Math.abs(one.currentTime - moment), at);
    await expect.poll(apart, effect).toBeLessThan(2);
    await page.getByText(text('session-result.pages'), { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('heading', { name: text('session-result.snapshots') }).waitFor();
    await page.getByRole('link', { name: 'authorisation.bin', exact: true }).waitFor();

    // Any page of the session can be replayed.
    await press(text('session-end.replay'));
    await page.getByLabel(text('session-end.page')).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '/chat' }).first().click();
    const replay = page.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe');
    await replay.getByRole('heading', { name: '客服对话' }).waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    await page.getByRole('link', { name: text('detail-header.bundle') }).waitFor();
    await page.getByRole('link', { name: text('session-result.proofs') }).click();
    await page.getByRole('tab', { name: text('attestation.proofs') }).waitFor();
    const proofs = page.url();

    // Its user names and describes it, which isn't part of the evidence.
    await page.goBack();
    await press(text('detail-header.rename'));
    await page.getByLabel(text('detail-header.name'), { exact: true }).fill('客服承认 / the shop admits');
    const edited = () =>
      page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(sessionPath));
    await Promise.all([edited(), press(text('detail-header.save'))]);
    await page.getByRole('heading', { name: '客服承认 / the shop admits' }).waitFor();
    await page.getByLabel(text('notes.remark')).fill('2026-11 退款');
    await Promise.all([edited(), press(text('notes.save'))]);
    await page.getByRole('button', { name: text('notes.save') }).waitFor({ state: 'hidden' });

    // The list shows it and links to it until the user removes it.
    await page.goto(`${origin}/attestation/process?states=succeeded`);
    await page.getByRole('link', { name: /PK/ }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /客服承认.*PK/ }).click();
    await page.waitForURL(/\/attestation\/process\//);
    await expect.poll(() => page.getByLabel(text('notes.remark')).inputValue(), effect).toBe('2026-11 退款');
    await press(text('session-end.remove'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('session-end.remove') })
      .click();
    await page.waitForURL(/\/attestation\/process$/);
    await page.getByText(text('live-sessions.none')).waitFor();
    await page.goto(proofs);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: text('detail-header.bundle') }).click();
    await expectVerified(await download, shownSeconds);

    // A session that is cancelled costs nothing.
    const client = new Client(web.service);
    client.token = (await page.context().cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
    const balance = async () => (await client.ask(costCenterCalls.costCenter, {})).account;
    const before = await balance();
    const first = await client.ask(liveSessionCalls.openSession, { minutes: 10 });
    await page.goto(`${origin}/attestation/new?kind=live`);
    await page.getByRole('button', { name: new RegExp(`^${text('preserve-live.open')}`) }).click();
    // While it waits, its user sees its place and its price, and may do nothing but cancel.
    await page.getByText(like('session-steering.next', 'session-steering.queued')).waitFor();
    await page.getByText(text('session-panel.minutePrice')).waitFor();
    await page.getByText('¥2.00', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: text('session-panel.stop'), exact: true }).count()).toBe(0);
    await press(text('session-panel.cancel'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('session-panel.cancel') })
      .click();
    await page.getByText(text('session.cancelled')).waitFor();
    await client.ask(liveSessionCalls.cancelSession, { ano: first.attestation.ano });
    expect(await balance()).toEqual(before);
    expect(errors).toEqual([]);
  },
  limitMs,
);

/** Verifies a downloaded bundle; its playback copy is as long as the site shows, and as the recorded events. */
async function expectVerified(download: Download, seconds: number): Promise<void> {
  const zip = join(home, download.suggestedFilename());
  await download.saveAs(zip);
  const anchors = join(web.dataDir, 'trust', 'anchors.json');
  const report = execFileSync(process.execPath, [proofkeep, 'verify', zip, '--trust', anchors, '--json'], {
    encoding: 'utf8',
  });
  expect(JSON.parse(report)).toMatchObject({ verdict: 'passed', facts: { kind: 'live' } });
  const unzipped = (path: string) => execFileSync('unzip', ['-p', zip, path], { maxBuffer: 1 << 28 });
  const copy = join(home, 'playback.mp4');
  writeFileSync(copy, unzipped('data/derived/playback.mp4'));
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', copy];
  const duration = Number(execFileSync('ffprobe', probe));
  const events = unzipped('data/events.jsonl').toString();
  expect(events).not.toContain('secret');
  const last = JSON.parse(events.trim().split('\n').at(-1) ?? '');
  expect(Math.abs(duration - seconds)).toBeLessThan(0.5);
  expect(Math.abs(duration - last.atMs / 1000)).toBeLessThan(1);
}

/** Converts a point of the remote page to a position on the canvas. */
async function placeOf(page: Page, device: LiveDevice, x: number, y: number): Promise<{ x: number; y: number }> {
  const shown = await page.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect().width);
  const scale = shown / liveViewports[device].width;
  return { x: x * scale, y: y * scale };
}

/** Distance of a field from a point of the remote page, in its pixels. */
async function distance(
  field: Locator,
  canvas: Locator,
  device: LiveDevice,
  point: { x: number; y: number },
): Promise<number> {
  const [at, picture] = [await field.boundingBox(), await canvas.boundingBox()];
  if (!at || !picture) return Number.POSITIVE_INFINITY;
  const scale = liveViewports[device].width / picture.width;
  return Math.hypot((at.x - picture.x) * scale - point.x, (at.y - picture.y) * scale - point.y);
}

/** Recording mark, times, cost and the way to stop are visible wherever the user is in the picture. */
async function expectStateInView(page: Page, label: string): Promise<void> {
  const state = page.getByRole('region', { name: label, exact: true });
  const height = page.viewportSize()?.height ?? 0;
  for (const block of ['start', 'end'] as const) {
    await page.locator('canvas').evaluate((canvas, where) => canvas.scrollIntoView({ block: where }), block);
    const box = await state.boundingBox();
    expect(box && box.y >= 0 && box.y + Math.min(box.height, 120) <= height + 1).toBe(true);
  }
}

/** Turns the wheel a little back, then on to the end. */
async function turnWheel(page: Page): Promise<void> {
  await page.locator('canvas').hover();
  await page.mouse.wheel(0, -300);
  await page.mouse.wheel(0, 1_500);
}

/** Moves a finger down and up over the picture, as Playwright's touchscreen can't. */
async function swipe(page: Page, cdp: CDPSession): Promise<void> {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The picture is not visible.');
  const x = box.x + box.width / 2;
  const top = Math.max(box.y, 0);
  const at = (share: number) => [{ x, y: top + (Math.min(box.y + box.height, 800) - top) * share }];
  for (const [from, ...shares] of [
    [0.4, 0.5, 0.6, 0.7],
    [0.9, 0.7, 0.5, 0.3, 0.1],
  ] as const) {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
    for (const share of shares)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

/** The connection of a page to its session, which can be cut and restored. */
async function givenNetwork(page: Page) {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  const close = (route: WebSocketRoute) => route.close({ code: 1012 });
  await page.routeWebSocket(/\/live\//, (route) => {
    if (isCut) return void close(route);
    for (const side of [route, route.connectToServer()]) open.add(side);
  });
  return {
    async cut() {
      isCut = true;
      await Promise.all([...open].map(close));
    },
    restore() {
      isCut = false;
    },
  };
}
