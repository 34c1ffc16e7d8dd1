import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attestationCalls, orderCalls, refusals } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { below, commandLineOf } from '../kit/processes.ts';
import { Client } from '../kit/service.ts';
import { startWeb, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const { text, word } = siteWords('zh');
const minFreeMib = 64;
const diskMib = 640;
/** Only root can mount a separate file system. */
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

/** Fills in and submits the form. */
async function preserve(path: string): Promise<void> {
  const { page } = holder;
  await page.goto(`${holder.origin}/attestation/new`);
  await page.getByLabel(text('preserve.urls')).fill(`${site.httpOrigin}${path}`);
  await pressPreserve();
}
/** The button of the form once the price is known. */
const preserveButton = () => holder.page.getByRole('button', { name: /^存证 1 页 · 套餐抵扣，还剩 \d+$/ });
const pressPreserve = () => preserveButton().click();

const submitted = async () => (await client.ask(attestationCalls.urlList, {})).list;
const expectUncharged = async () =>
  expect(await client.ask(orderCalls.rechargeOptions, {})).toMatchObject({ balanceCents: 0, heldCents: 0 });

/**
 * Stops the embedded database server and all its backends, and returns them. The server is stopped first: until then
 * it can start another backend, which would go on answering.
 */
function freezeDatabase(): number[] {
  const file = join(web.dataDir, 'postgres', 'data', 'postmaster.pid');
  const server = Number(readFileSync(file, 'utf8').split('\n')[0]);
  signal([server], 'SIGSTOP');
  const backends = below(server);
  signal(backends, 'SIGSTOP');
  return [server, ...backends];
}
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
};

const find = async (ano: string) => {
  const found = (await submitted()).find((one) => one.ano === ano);
  if (!found) throw new Error(`There is no ${ano}.`);
  return found;
};

async function startCapture(path: string) {
  const { list } = await client.ask(attestationCalls.preserveUrls, { urls: [`${site.httpOrigin}${path}`] });
  const [first] = list;
  if (!first) throw new Error('Nothing was submitted.');
  return first;
}

/** Main processes of the capturing browsers; their helpers end with them. */
const captureBrowsers = (): number[] =>
  below(web.service.pid).filter(
    (pid) => /chrom|headless/.test(commandLineOf(pid)) && !/--type=/.test(commandLineOf(pid)),
  );

/** Simulates the end of the pause before the next attempt. */
async function resumeNow(ano: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  await database.pool.query('update attestation set resume_at = now() where ano = $1', [ano]);
  await database.close();
}

describe('a failure of the platform', { timeout: 150_000 }, () => {
  it.runIf(isRoot)('refuses a capture without disk space and charges nothing; accepts it with space', async () => {
    const filler = join(disk, 'filler');
    const freeMib = Number(execFileSync('df', ['--output=avail', '-m', disk], { encoding: 'utf8' }).split('\n')[1]);
    writeFileSync(filler, Buffer.alloc((freeMib - minFreeMib / 2) * 2 ** 20));

    await preserve('/article?full');
    await holder.page.getByText(word(refusals.STORAGE_FULL.says)).first().waitFor();
    expect(await submitted()).toEqual([]);
    await expectUncharged();

    rmSync(filler);
    await pressPreserve();
    await expect.poll(async () => (await submitted()).length, { timeout: 20_000 }).toBe(1);
  });

  it('shows a sentence while the database is down, and submits the form once it is available', async () => {
    const before = (await submitted()).length;
    await holder.page.goto(`${holder.origin}/attestation/new`);
    await holder.page.getByLabel(text('preserve.urls')).fill(`${site.httpOrigin}/article?database`);
    await preserveButton().waitFor();

    const frozen = freezeDatabase();
    try {
      await pressPreserve();
      await holder.page
        .getByText(/^数据库暂时无法使用，请/)
        .first()
        .waitFor();
    } finally {
      signal(frozen, 'SIGKILL'); // A frozen database would keep the service from ending.
    }

    await expect
      .poll(
        () =>
          submitted().then(
            (list) => list.length,
            () => -1,
          ),
        { timeout: 30_000 },
      )
      .toBe(before);
    await pressPreserve();
    await expect.poll(async () => (await submitted()).length, { timeout: 20_000 }).toBe(before + 1);
  });

  it('shows a sentence if the browser fails during a capture, charges nothing, and captures again', async () => {
    // A node pauses longer after each browser that fails: only the browsers of one capture may.
    const isWaiting = ({ state }: { state: string }) => state === 'queuing' || state === 'capturing';
    await expect.poll(async () => (await submitted()).filter(isWaiting), { timeout: 60_000 }).toEqual([]);
    const { ano } = await startCapture('/slow?ms=4000&browser');
    // Kills every browser until the next attempt is half a minute away, which leaves time to read.
    const pauseMs = async () => {
      signal(captureBrowsers(), 'SIGKILL');
      const { resumeAt } = await find(ano);
      return resumeAt === null ? 0 : Date.parse(resumeAt) - Date.now();
    };
    await expect.poll(pauseMs, { timeout: 60_000, interval: 500 }).toBeGreaterThan(15_000);

    const { page, origin } = holder;
    await page.goto(`${origin}/attestation/${ano}`);
    await page
      .getByText(/^平台故障中断了取证，将于 .* 自动重试。不会多收费用/)
      .first()
      .waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/Error|SIGKILL|Target|chromium|node:/i);
    await expectUncharged();
    await resumeNow(ano);
    await expect.poll(async () => (await find(ano)).state, { timeout: 60_000 }).toBe('preview');
    expect((await find(ano)).cost).toMatchObject({ state: 'held', packageUnits: 1, amountCents: 0 });
  });
});
