import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountCalls, type CustodyEvent, attestationCalls as calls, chainCalls } from '@proofkeep/contract';
import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../kit/command.ts';
import { newDataFolder } from '../kit/data-folder.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const pages = byTestLength({ short: 4, long: 6 });

let home: string;
let dataDir: string;
let site: SampleSite;
let servers: RunningService[];
let first: Client;
let second: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'two-servers-'));
  dataDir = await newDataFolder(home);
  site = await startSampleSite();
  const start = () =>
    startService({ dataDir, egressAllow: site.egressAllow, environment: { CAPTURE_CONCURRENCY: '1' } });
  servers = [await start(), await start()];
  [first, second] = servers.map((server) => new Client(server)) as [Client, Client];
  await first.register('13900000001');
  second.token = first.token;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

describe('two servers with a capture node each, on one database and one store', () => {
  it('act as one service: each shows, answers and exports the work of the other', async () => {
    const ending = new AbortController();
    const stream = await fetch(`${second.url}${calls.live.path}`, {
      headers: { 'x-auth-token': second.token },
      signal: ending.signal,
    });
    const heard = listen(stream);

    const urls = Array.from({ length: pages }, (_, i) => `${site.httpOrigin}/article?n=${i}`);
    const { list } = await first.ask(calls.preserveUrls, { urls });
    const anos = list.map(({ ano }) => ano);
    const inState = async (client: Client, state: string) =>
      (await client.ask(calls.urlList, { anos })).list.filter((one) => one.state === state).length;
    await expect.poll(() => inState(second, 'preview'), { timeout: 120_000 }).toBe(pages);
    expect((await second.ask(calls.confirm, { anos })).changed.sort()).toEqual([...anos].sort());
    await expect.poll(() => inState(first, 'succeeded'), { timeout: 60_000 }).toBe(pages);

    for (const ano of anos) expect(heard()).toContain(ano);
    ending.abort();
    for (const [i, ano] of anos.entries()) {
      const file = join(home, `${ano}.zip`);
      const client = i % 2 === 0 ? first : second;
      writeFileSync(file, await client.bytes(calls.bundle, { attestationNo: ano }));
      const verified = await run(['verify', file, '--trust', join(dataDir, 'trust', 'anchors.json')], {});
      expect(verified.code, verified.stdout).toBe(0);
    }
  }, 240_000);

  it('have one log with each entry once, and both report the same', async () => {
    const [one, other] = await Promise.all([first, second].map((client) => client.ask(chainCalls.chainInfo, {})));

    expect(one?.size).toBe(pages);
    expect({ ...one, tiles: '' }).toEqual({ ...other, tiles: '' });
    const checked = await run(['log', 'check', '--json'], { DATA_DIR: dataDir });
    expect(JSON.parse(checked.stdout).problems).toEqual([]);
  });

  it('capture every page once, on the node with its lease', async () => {
    const { list } = await first.ask(calls.list, { size: 100 });
    const custody = await Promise.all(list.map(async ({ ano }) => (await first.ask(calls.info, { ano })).custody));

    const leases = custody.map((events: CustodyEvent[]) => events.filter(({ event }) => event === 'leased').length);
    expect(leases).toEqual(Array.from({ length: pages }, () => 1));
  });

  it('end a live stream within a second of a sign-out at the other server', async () => {
    const stream = await fetch(`${second.url}${calls.live.path}`, { headers: { 'x-auth-token': second.token } });
    let endedAt = Number.POSITIVE_INFINITY;
    const ended = stream.text().then(() => (endedAt = performance.now()));

    await first.ask(accountCalls.logout, {});
    const signedOutAt = performance.now();

    await Promise.race([ended, sleep(5_000)]);
    expect(endedAt - signedOutAt).toBeLessThan(1_000);
  });
});

/** Collects a live stream. @returns a function that gives its text so far */
function listen(stream: Response): () => string {
  let output = '';
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) output += decoder.decode(chunk);
  })().catch(() => {});
  return () => output;
}
