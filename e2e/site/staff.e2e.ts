import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HOTP, Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/service.ts';
import { startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const words = siteWords('en');
const command = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
const development = 'generated-keys,text-message-outbox,mail-outbox,identity-review,no-log-head';

let web: Web;
beforeAll(async () => {
  const port = await freePort();
  const PUBLIC_URL = `http://localhost:${port}`;
  web = await startWeb({
    port,
    environment: { NODE_ENV: 'production', PUBLIC_URL, ALLOW_IN_PRODUCTION: development },
  });
});
afterAll(() => web.close());

describe('the first operator of a production service', () => {
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await web.visit({ language: 'en', width: 'desk' });
    ({ page } = visitor);
  });

  it('is added with the command while the service runs, and enters the console', async () => {
    expect(web.service.output()).not.toMatch(/operator/);
    const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', DATA_DIR: web.dataDir };
    const args = [command, 'staff', 'add', 'zhao.min', '--name', 'Zhao Min'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const password = /One-time password .*: (\S+)$/m.exec(stdout)?.[1] ?? '';
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.goto('/console');
    await field(words.text('console-own.userName')).fill('zhao.min');
    await field(words.text('console-password-step.password')).fill(password);
    await press(words.text('console-choose-password.onward'));
    for (const label of ['password', 'again'])
      await page.getByLabel(words.text(`console-new-password.${label}`), { exact: true }).fill('a-lantern-of-my-own');
    await press(words.text('console-choose-password.onward'));
    await page.getByRole('img', { name: words.text('console-authenticator.picture') }).waitFor();
    const secret = Secret.fromBase32((await page.locator('code').innerText()).replaceAll(' ', ''));
    const code = HOTP.generate({ secret, counter: Math.floor(Date.now() / 30_000) });
    await field(words.text('console-confirm-authenticator.code')).fill(code);
    await press(words.text('console-confirm-authenticator.confirm'));
    await page.getByRole('checkbox', { name: words.text('recovery-codes.kept') }).check();
    await press(words.text('recovery-codes.done'));

    await page.getByRole('button', { name: /Zhao Min/ }).waitFor();
    expect(visitor.errors).toEqual([]);
  });
});
