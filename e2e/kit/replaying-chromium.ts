import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Starts Chromium with its default storage partitioning. Playwright disables it, and then service workers don't run in
 * frames of another site. Of repeated switches, the last one counts.
 */
export function startReplayingChromium(): Promise<Browser> {
  const known = [process.env.CHROMIUM_PATH, '/usr/lib/chromium/chromium', '/usr/bin/chromium'];
  const executablePath = known.find((path) => path && existsSync(path));
  const args = ['--disable-features=HttpsUpgrades'];
  return chromium.launch({ executablePath, args, chromiumSandbox: process.getuid?.() !== 0 });
}
