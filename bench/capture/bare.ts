import { chromium, type Page } from 'playwright-core';

/**
 * Baseline for our engine: Chromium alone loads the page, scrolls it at the same pace and with the same waits as our engine,
 * and takes one screenshot of all of it. Nothing is recorded. Arguments: address, file for the screenshot.
 */
const [address = '', file = ''] = process.argv.slice(2);
const viewport = { width: 1440, height: 900 };
const stepPauseMs = 60;
const stillMs = 500;
const settleMs = 600;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' });
const page = await browser.newPage({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
await page.goto(address, { waitUntil: 'load' });
await scrollDown(page);
await page.waitForLoadState('networkidle');
await page.waitForTimeout(settleMs);
await page.screenshot({ path: file, fullPage: true });
await browser.close();

async function scrollDown(target: Page): Promise<void> {
  for (let y = 0; ; ) {
    const height = await scrollTo(target, y);
    if (y + viewport.height < height) {
      y += viewport.height * 0.9;
      continue;
    }
    await target
      .waitForFunction((h) => document.documentElement.scrollHeight > h, height, { timeout: stillMs })
      .catch(() => {});
    if ((await scrollTo(target, y)) === height) break;
  }
  await scrollTo(target, 0);
}

async function scrollTo(target: Page, y: number): Promise<number> {
  await target.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  await target.waitForTimeout(stepPauseMs);
  return target.evaluate(() => document.documentElement.scrollHeight);
}
