import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

export interface RefusingChromium {
  context: BrowserContext;
  close(): Promise<void>;
}

/**
 * Starts Debian's full Chromium with third-party storage blocked by the user and without partitioning, so that frames
 * get no storage.
 */
export async function startRefusingChromium(options: BrowserContextOptions = {}): Promise<RefusingChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--disable-features=HttpsUpgrades,ThirdPartyStoragePartitioning'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
