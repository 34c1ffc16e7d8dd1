import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consoleVideoRoomCalls,
  notarizationCalls,
  partyPagePath,
  reservationCalls,
  roomLinkPath,
  videoRoomCalls,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { partyCode } from '../kit/handwriting.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { identified, newOffice, type OfficeNotary, submitMatter } from '../kit/matters.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, expectNothingSticksOut, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const zh = siteWords('zh');
const en = siteWords('en');
/** Two phones, the holder's and the party's: codes sent to one phone would be mixed up. */
const [phone, partyPhone] = ['13900002811', '13900002812'];

let web: Web;
let folder: string;
let holder: Holder;
let client: Client;
let office: OfficeNotary;
let notary: Visitor;
let party: Visitor;
let id: string;
let no: string;

beforeAll(async () => {
  const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--disable-gpu'];
  // The two meet over loopback, because a machine may have no other address that reaches itself. Chromium offers
  // addresses as they are only to a page with a granted permission.
  const loopback = '--allow-loopback-in-peer-connection';
  web = await startWeb({ browserArgs: [...fakeCamera, loopback, '--autoplay-policy=no-user-gesture-required'] });
  folder = mkdtempSync(join(tmpdir(), 'video-room-'));
  office = await newOffice(web);
  holder = await visitAsHolder(web, { phone, language: 'zh', width: 'desk' });
  client = new Client(web.service);
  client.token = (await holder.context.cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
  id = await submitMatter(client, office, { phone: partyPhone });
  await identified(web, client, office, { id, holderPhone: phone, needsSession: true });
  ({ no } = await client.ask(notarizationCalls.matterInfo, { id }));
  const { slots } = await client.ask(reservationCalls.sessionSlots, { id });
  await client.ask(reservationCalls.bookSession, { id, startsAt: slots[0]?.startsAt ?? '', way: 'video' });
  await beginSoon();
  notary = await web.visit({ language: 'en', width: 'desk' });
  party = await web.visit({ language: 'zh', width: 'phone' });
  for (const { context } of [notary, party]) await context.grantPermissions(['camera', 'microphone']);
  const { hostname } = new URL(web.service.url);
  const cookie = { name: 'bq-console-token', value: office.client.token, domain: hostname, path: '/creditor/console/' };
  await notary.context.addCookies([cookie]);
}, 180_000);
afterAll(async () => {
  await Promise.all([holder?.close(), notary?.close(), party?.close()]);
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Moves the booked session to five minutes from now. */
async function beginSoon(): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  await database.pool.query(
    `update reservation set starts_at = now() + interval '5 min', ends_at = now() + interval '50 min',
       occupied = tstzrange(now() + interval '5 min', now() + interval '65 min') where matter_id = $1`,
    [id],
  );
  await database.close();
}

/** Waits until another person's picture is shown and advances. */
async function seesOther(page: Page): Promise<void> {
  const video = page.locator('[data-person] video');
  await video.waitFor();
  const read = () => video.evaluate((one: HTMLVideoElement) => ({ width: one.videoWidth, at: one.currentTime }));
  await expect.poll(async () => (await read()).width, { timeout: 20_000 }).toBeGreaterThan(0);
  const before = (await read()).at;
  await expect.poll(async () => (await read()).at, { timeout: 10_000 }).toBeGreaterThan(before);
}

it('a party checks the devices, agrees to the recording and waits in the room', async () => {
  const { page } = party;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${web.service.url}${roomLinkPath(no)}`);
  await page.getByLabel(zh.text('phone-field.phone')).fill(partyPhone);
  await press(zh.text('code-field.send'));
  await expect.poll(() => partyCode(web, partyPhone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
  await page.getByLabel(zh.text('code-field.code')).fill(await partyCode(web, partyPhone));
  const loginPage = page.url();
  await press(zh.text('video-login.enter'));
  await page.waitForURL((url) => url.href !== loginPage);
  await page.goto(`${web.service.url}${partyPagePath('verify-result', no)}`);
  await page.getByRole('link', { name: zh.text('sign-results.toRoom') }).click();
  await page.getByRole('link', { name: zh.text('video-pages.toCheck') }).click();
  await page.getByRole('meter').waitFor();
  await page.getByLabel(zh.text('video-pages.agree')).check();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await press(zh.text('video-pages.next'));
  await page.getByRole('link', { name: zh.text('video-pages.enter') }).click();
  await page.getByText(zh.text('room-stage.waiting')).waitFor();
});

/** Lets the browser of a page find no way to others, like a firewall that blocks WebRTC. @returns what ends it */
async function blockConnections(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const Open = RTCPeerConnection;
    const Blocked = class extends Open {
      constructor() {
        // Without a relay there is no candidate at all.
        super({ iceServers: [], iceTransportPolicy: 'relay' });
      }
    };
    Object.assign(window, { RTCPeerConnection: Blocked, Open });
  });
  return () => page.evaluate(() => void Object.assign(window, { RTCPeerConnection: Reflect.get(window, 'Open') }));
}

it('both are told that a network blocks the connection and what may help, until one reconnects', async () => {
  const { page } = notary;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const unblock = await blockConnections(party.page);
  await page.goto(`${web.service.url}${paths.consoleRoom(id)}`);
  await press(en.text('console-room.enter'));
  await press(en.text('console-room.begin'));

  const atParty = party.page.getByRole('alert').filter({ hasText: zh.text('room-stage.unreached', { names: '赵敏' }) });
  const atNotary = page.getByRole('alert').filter({ hasText: en.text('room-stage.unreached', { names: '王芳' }) });
  await Promise.all([atParty, atNotary].map((alert) => alert.waitFor({ timeout: 40_000 })));
  await atParty.getByText(zh.text('video-inside.otherNetwork')).waitFor();
  await atParty.getByRole('link', { name: '0755-26001234' }).waitFor();
  await atNotary.getByText(en.text('console-room.unreachedHelp')).waitFor();
  await expectNothingSticksOut(party.page);
  await unblock();
  await atParty.getByRole('button', { name: zh.text('room-stage.retry') }).click();
  await Promise.all([seesOther(page), seesOther(party.page)]);
  expect(await Promise.all([atParty, atNotary].map((alert) => alert.count()))).toEqual([0, 0]);
});

it('both see each other, and an answer is recorded', async () => {
  const { page } = notary;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await party.page.getByText(zh.text('room-stage.recorded')).waitFor();
  await page.getByLabel('Question 2').fill('您是否了解声明的后果？');
  await page.getByLabel('Answer 2').fill('了解。');
  await press(en.text('console-room-panel.save'));
  await page.getByText(en.text('console-room-panel.saved')).waitFor();
  expect(await page.getByLabel('Answer 2').inputValue()).toBe('了解。');
  await expectNothingSticksOut(page);
});

it('the notary ends the session, and its recording has the full duration', async () => {
  const { page } = notary;
  await page.waitForTimeout(7_000);
  await page.getByRole('button', { name: en.text('console-room.end'), exact: true }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('heading', { name: en.text('console-room.recordings') }).waitFor({ timeout: 30_000 });
  await party.page.getByText(zh.text('room-stage.over')).waitFor();

  const { room } = await office.client.ask(consoleVideoRoomCalls.notaryRoom, { id });
  expect(room?.recordings.map(({ personId, isComplete }) => [personId === 'notary', isComplete]).sort()).toEqual([
    [false, true],
    [true, true],
  ]);
  for (const { id: recordingId } of room?.recordings ?? []) {
    const path = videoRoomCalls.matterRecording.path.replace('{id}', id).replace('{recordingId}', recordingId);
    const response = await fetch(`${web.service.url}${path}`, { headers: { 'x-auth-token': client.token } });
    const file = join(folder, `${recordingId}.webm`);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const packets = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'packet=pts_time',
      '-of',
      'csv=p=0',
      file,
    ]);
    const last = Math.max(
      ...packets
        .toString()
        .split('\n')
        .map((line) => Number.parseFloat(line))
        .filter(Number.isFinite),
    );
    expect(last).toBeGreaterThan(6);
    expect(last).toBeLessThan(120);
  }
  const { journal } = await client.ask(notarizationCalls.matterInfo, { id });
  expect(journal.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['room-opened', 'room-entered', 'room-answer', 'recording-finished', 'room-ended']),
  );
});

it("the applicant plays the recordings on the matter's page", async () => {
  const { page, origin } = holder;
  await page.goto(`${origin}${paths.matter(id)}`);
  const recordings = page.getByRole('region', { name: zh.text('matter-recordings.title') });
  await recordings.locator('video').nth(1).waitFor();

  const video = recordings.locator('video').first();
  // The first play looks for the end of the recording and starts over, which rejects the promise of this call.
  await video.evaluate((one: HTMLVideoElement) => one.play().catch(() => {}));
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 20_000 })
    .toSatisfy((seconds: number) => seconds > 1 && seconds < 600);
  expect(await recordings.getByRole('link', { name: zh.text('room-recordings.download') }).count()).toBe(2);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
});
