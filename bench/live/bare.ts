import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium } from 'playwright-core';
import type { Measured, Wanted } from './measurement.ts';

/** Baseline: a browser whose screencast is read and acknowledged, but not used. */
export async function runBare({ url, framesMs, clicks, pauseMs }: Wanted): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // The session's mode: by default, Playwright asks for the old headless browser, a program of its own.
    ignoreDefaultArgs: ['--headless', '--headless=old'],
    args: ['--headless=new', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const cdp = await page.context().newCDPSession(page);
    let frames = 0;
    let onFrame = () => {};
    cdp.on('Page.screencastFrame', ({ sessionId }) => {
      frames += 1;
      onFrame();
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await page.goto(`${url}?fps=0`);
    await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
    await sleep(1_000);
    frames = 0;
    await sleep(framesMs);
    const fps = (frames / framesMs) * 1000;
    await page.goto(`${url}`);
    await sleep(pauseMs);
    const latenciesMs: number[] = [];
    for (let i = 0; i < clicks; i++) {
      const seen = new Promise<void>((resolve) => {
        onFrame = resolve;
      });
      const from = performance.now();
      await click(cdp);
      await seen;
      latenciesMs.push(performance.now() - from);
      await sleep(pauseMs);
    }
    return { fps, recordedFps: fps, latenciesMs, cpuShare: null, pssBytes: null };
  } finally {
    await browser.close();
  }
}

const click = (cdp: CDPSession) =>
  cdp.send('Input.dispatchMouseEvent', {
    type: 'mousePressed',
    x: 600,
    y: 400,
    button: 'left',
    buttons: 1,
    clickCount: 1,
  });
