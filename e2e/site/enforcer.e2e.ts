import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attestationStateWords, deviceRecordingStateWords, enforcerCalls, moneyCalls } from '@proofkeep/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
const phone = '13600000191';
const desk = siteWords('zh');
const en = siteWords('en');

let web: Web;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'enforcer-'));
  web = await startWeb({ browserArgs: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'] });
}, 120_000);
afterAll(async () => {
  await web.close();
  rmSync(home, { recursive: true, force: true });
});

it('a phone is bound by its QR code, records with and without network, and its recording is paid for, sealed and verified', async () => {
  const holder = await visitAsHolder(web, { phone, language: 'zh', width: 'desk' });
  await credit(web.dataDir, phone, 1_000);
  const { page, origin, press } = holder;
  await page.goto(`${origin}/enforcer`);
  const coded = page.waitForResponse((response) => response.url().endsWith(enforcerCalls.bindingCode.path));
  await press(desk.text('bind-device.title'));
  const { address } = ((await (await coded).json()) as { data: { address: string } }).data;
  await page.getByRole('img', { name: desk.text('bind-device.qr') }).waitFor();
  await expectAccessible(page);

  const recorder = await web.visit({ language: 'en', width: 'phone' });
  await recorder.context.grantPermissions(['geolocation', 'camera', 'microphone'], { origin });
  await recorder.context.setGeolocation({ latitude: 22.5431, longitude: 113.9305, accuracy: 8 });
  await recorder.page.goto(address);
  await expectAccessible(recorder.page);
  await recorder.page.getByRole('button', { name: en.text('record-binding.connect') }).click();
  const number = await recorder.page.getByLabel(en.text('record-binding.number')).textContent();
  await expectAccessible(recorder.page);
  const shown = page.getByLabel(desk.text('bind-device.number'));
  await shown.waitFor();
  expect(await shown.textContent()).toBe(number);
  await page.getByLabel(desk.text('bind-device.name')).fill('巡检一号');
  await press(desk.text('bind-device.bind'));

  const record = (name: string) => recorder.page.getByRole('button', { name: en.text(`record.${name}`) });
  await record('start').click();
  await recorder.page.getByText(en.text('record.recording'), { exact: true }).waitFor();
  await expectAccessible(recorder.page);
  await recorder.page.waitForTimeout(3_000);
  await recorder.context.setOffline(true);
  await recorder.page.waitForTimeout(3_500);
  await record('stop').click();
  await recorder.page.getByText(/^Offline\. \d/).waitFor();
  await recorder.context.setOffline(false);
  await recorder.page.getByText(en.text('record.allSent')).waitFor();
  expect(recorder.errors).toEqual([]);

  await page.getByRole('link', { name: '巡检一号' }).click();
  await page.getByText(desk.text('recording.noGaps')).waitFor();
  await page.getByText(desk.word(deviceRecordingStateWords.ended), { exact: true }).waitFor();
  expect(
    await page
      .getByRole('table', { name: desk.text('positions.caption') })
      .getByRole('row')
      .count(),
  ).toBeGreaterThan(1);
  const rows = await page
    .getByRole('table', { name: desk.text('segments.caption') })
    .getByRole('row')
    .count();
  expect(rows).toBeGreaterThan(2);
  const video = page.getByLabel(desk.text('player.segment', { n: 1 }));
  await expect.poll(() => video.evaluate((player) => (player as HTMLVideoElement).readyState)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.route(`**${moneyCalls.quote.path}*`, (route) => route.abort());
  await page.reload();
  await page.getByText(desk.text('unknown-price.unknown')).waitFor();
  await page.unrouteAll();
  await press(desk.text('unknown-price.again'));
  await press(desk.text('pay-recording.title', { price: '¥1.00' }));
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: desk.text('pay-recording.title', { price: '¥1.00' }) })
    .click();

  await page.getByText(desk.word(attestationStateWords.succeeded), { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: desk.text('detail-header.bundle') }).click();
  const zip = join(home, 'device.zip');
  await (await download).saveAs(zip);
  const anchors = join(web.dataDir, 'trust', 'anchors.json');
  const report = execFileSync(process.execPath, [proofkeep, 'verify', zip, '--trust', anchors, '--json'], {
    encoding: 'utf8',
  });
  expect(JSON.parse(report)).toMatchObject({
    verdict: 'passed',
    facts: { kind: 'device', device: { name: '巡检一号' } },
  });
  const segment = join(home, 'segment.webm');
  writeFileSync(segment, execFileSync('unzip', ['-p', zip, 'data/segments/000001.webm'], { maxBuffer: 1 << 26 }));
  const streams = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type',
    '-of',
    'csv=p=0',
    segment,
  ]);
  expect(String(streams).trim().split('\n').sort()).toEqual(['audio', 'video']);
}, 180_000);

it('a bound phone opens the recorder offline, records, and uploads once it is online again, using the current build of the page', async () => {
  const client = new Client(web.service);
  await client.register('13600000192');
  const { code, address } = await client.ask(enforcerCalls.bindingCode, {});
  const device = await web.visit({ language: 'en', width: 'phone' });
  const { context } = device;
  await context.grantPermissions(['camera', 'microphone'], { origin: web.service.url });
  await device.page.goto(address);
  await device.page.getByRole('button', { name: en.text('record-binding.connect') }).click();
  await device.page.getByLabel(en.text('record-binding.number')).waitFor();
  await client.ask(enforcerCalls.bindDevice, { code, name: '巡检二号' });
  const record = (name: string) => device.page.getByRole('button', { name: en.text(`record.${name}`) });
  await device.page.getByText(en.text('record.shell-ready')).waitFor();

  await context.setOffline(true);
  const [worker] = context.serviceWorkers();
  expect(await worker?.evaluate('fetch("/record").then(() => "answered", () => "unreachable")')).toBe('unreachable');
  const opened = await device.page.reload();
  expect(opened?.fromServiceWorker()).toBe(true);
  await record('start').waitFor();
  await expectAccessible(device.page);
  await record('start').click();
  await device.page.getByText(en.text('record.recording'), { exact: true }).waitFor();
  await device.page.waitForTimeout(1_500);
  await record('stop').click();
  await device.page.getByText(/^Offline\. \d/).waitFor();
  await device.page.reload();
  await device.page.getByText(/^Offline\. \d/).waitFor();

  // The service has a newer build, which the page loads before it uploads.
  const builds = ['/assets/index-next.js'];
  await device.page.route('**/record', async (route) => {
    const answer = await route.fetch();
    const next = builds.pop();
    const body = (await answer.text()).replace(/src="[^"]+"/, (own) => (next ? `src="${next}"` : own));
    await route.fulfill({ response: answer, body });
  });
  const loaded = device.page.waitForEvent('load');
  await context.setOffline(false);
  await loaded;
  await device.page.getByText(en.text('record.allSent')).waitFor();
  // A response that arrives after the page is closed would fail.
  await device.page.unrouteAll({ behavior: 'wait' });
  expect(builds).toEqual([]);
  expect(device.errors).toEqual([]);
}, 120_000);
