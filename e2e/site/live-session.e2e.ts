import { type Language, liveDevices, liveStateWords } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { expectAccessible, startWeb, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const limitMs = 240_000;
let site: SampleSite;
let web: Web;
beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ egressAllow: site.egressAllow, captures: 1 });
}, limitMs);
afterAll(async () => {
  await web.close();
  await site.close();
});

/** Share of the canvas that isn't white: nothing is drawn before the first frame. */
const painted = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 200) dark += 1;
    return dark;
  });

it.each<{ language: Language; width: keyof typeof widths; phone: string; device: (typeof liveDevices)[number] }>([
  { language: 'zh', width: 'desk', phone: '13600000701', device: 'desktop' },
  { language: 'en', width: 'phone', phone: '13600000702', device: 'mobile' },
])(
  'a user steers a recorded browser and sees the recording afterwards ($language, $width)',
  async ({ device, ...as }) => {
    const { page, origin, press, errors } = await visitAsHolder(web, as);
    const { text, word } = siteWords(as.language);
    await credit(web.dataDir, as.phone, 20_000);

    await page.goto(`${origin}/attestation/new?kind=live`);
    await page.getByLabel(text('preserve-live.url')).fill(`${site.httpOrigin}/chat`);
    await page.getByRole('radio', { name: text(`preserve-live.${device}`) }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: new RegExp(`^${text('preserve-live.open')}`) }).click();
    await page.waitForURL(/\/attestation\/process\//);

    // The remote page shows, and takes text.
    await page.getByText(text('session-panel.recording')).waitFor({ timeout: 60_000 });
    await expect.poll(() => painted(page), { timeout: 30_000 }).toBeGreaterThan(500);
    const field = page.getByLabel(text('session-screen.label'));
    await page.locator('canvas').click({ position: await placeOf(page, 100, 290) });
    await field.pressSequentially('hello ');
    await field.evaluate((input: HTMLTextAreaElement) => {
      // As an input method does, which a test can't open.
      input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      input.dispatchEvent(new CompositionEvent('compositionupdate', { bubbles: true, data: 'ni' }));
      input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '你好' }));
    });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'hello 你好', exact: true }).waitFor();
    await expectAccessible(page);

    // A file of the user's own; a page shown larger; a screenshot with a note.
    await page.locator('canvas').click({ position: await placeOf(page, 210, 20) });
    const chooser = page.getByRole('dialog');
    await chooser
      .getByLabel(text('session-chooser.choose'))
      .setInputFiles({ name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await chooser.getByRole('button', { name: text('session-chooser.send') }).click();
    await page.getByRole('button', { name: 'proof.txt: paid', exact: true }).waitFor();
    await press(text('session-panel.snapshot'));
    await page.getByRole('dialog').getByLabel(text('session-panel.note')).fill('付款凭证');
    await page.getByRole('dialog').getByLabel(text('session-panel.note')).press('Enter');

    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    // Another window asks before it takes over.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(text('session-steering.held')).waitFor();
    await other.getByRole('button', { name: text('session-steering.takeOver') }).click();
    await page.getByText(text('session-steering.taken')).waitFor();
    await other.close();
    await press(text('session-steering.takeOver'));
    await page.getByText(text('session-panel.recording')).waitFor();

    // The address bar refuses what may not be captured.
    const address = page.getByLabel(text('session-bar.address'), { exact: true });
    await address.fill('file:///etc/passwd');
    await address.press('Enter');
    await page.getByText(/file:/).first().waitFor();

    await press(text('session-panel.stop'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('session-panel.stop') })
      .click();
    await page.getByText(word(liveStateWords.succeeded), { exact: true }).waitFor({ timeout: 90_000 });

    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.duration), { timeout: 20_000 })
      .toBeGreaterThan(2);
    const event = page.getByRole('button', { name: /“hello 你好”/ });
    await event.click();
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
    await page.getByText(text('session-result.pages'), { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('heading', { name: text('session-result.snapshots') }).waitFor();
    await page.getByRole('link', { name: text('detail-header.bundle') }).waitFor();
    await page.getByRole('link', { name: text('session-result.proofs') }).click();
    await page.getByRole('tab', { name: text('attestation.proofs') }).waitFor();

    // It is in the list, which leads back to it, until its user removes it.
    await page.goto(`${origin}/attestation/process?states=succeeded`);
    await page.getByRole('link', { name: /PK/ }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /PK/ }).first().click();
    await page.waitForURL(/\/attestation\/process\//);
    await press(text('session-end.remove'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('session-end.remove') })
      .click();
    await page.waitForURL(/\/attestation\/process$/);
    await page.getByText(text('live-sessions.none')).waitFor();
    expect(errors).toEqual([]);
  },
  limitMs,
);

/** Where a point of the remote page is on the canvas. */
async function placeOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const { width, shown } = await page
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => ({ width: canvas.width, shown: canvas.getBoundingClientRect().width }));
  return { x: (x * shown) / width, y: (y * shown) / width };
}
