import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attestationCalls, orderCalls, refusals } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { Client } from '../kit/service.ts';
import { startWeb, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const { text, word } = siteWords('zh');
const minFreeMib = 64;
const diskMib = 640;
/** A file system of its own can be mounted by root only. */
const isRoot = process.getuid?.() === 0;

let disk: string;
let site: SampleSite;
let web: Web;
let holder: Holder;
let client: Client;

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'failures-'));
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m,mode=755`, 'tmpfs', disk]);
  site = await startSampleSite();
  web = await startWeb({
    folder: disk,
    captures: 1,
    egressAllow: site.egressAllow,
    environment: { MIN_FREE_MIB: String(minFreeMib) },
  });
  holder = await visitAsHolder(web, { phone: '13900000801', language: 'zh', width: 'desk' });
  client = new Client(web.service);
  const cookies = await holder.context.cookies(holder.origin);
  client.token = cookies.find(({ name }) => name === 'bq-x-token')?.value ?? '';
});
afterAll(async () => {
  await holder?.close();
  await web?.close();
  await site.close();
  if (isRoot) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Fills in the form and presses its button. */
async function preserve(path: string): Promise<void> {
  const { page } = holder;
  await page.goto(`${holder.origin}/attestation/new`);
  await page.getByLabel(text('preserve.urls')).fill(`${site.httpOrigin}${path}`);
  await pressPreserve();
}
const pressPreserve = () => holder.page.getByRole('button', { name: /^存证 1 页 · 套餐抵扣，还剩 \d+$/ }).click();

const submitted = async () => (await client.ask(attestationCalls.urlList, {})).list;
const expectUncharged = async () =>
  expect(await client.ask(orderCalls.rechargeOptions, {})).toMatchObject({ balanceCents: 0, heldCents: 0 });

describe('a failure of the platform', { timeout: 150_000 }, () => {
  it.runIf(isRoot)('of space refuses a capture in a sentence and charges nothing; with space it is taken', async () => {
    const filler = join(disk, 'filler');
    const freeMib = Number(execFileSync('df', ['--output=avail', '-m', disk], { encoding: 'utf8' }).split('\n')[1]);
    writeFileSync(filler, Buffer.alloc((freeMib - minFreeMib / 2) * 2 ** 20));

    await preserve('/article?full');
    await holder.page.getByText(word(refusals.STORAGE_FULL.says)).first().waitFor();
    expect(await submitted()).toEqual([]);
    await expectUncharged();

    rmSync(filler);
    await pressPreserve();
    await expect.poll(async () => (await submitted()).length).toBe(1);
  });
});
