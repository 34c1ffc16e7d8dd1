import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attestationCalls as calls } from '@proofkeep/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { type RunningNode, startNode } from '../kit/running-node.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));

const cupAt = (price: number) => {
  const offers = { '@type': 'Offer', price: `${price}`, priceCurrency: 'CNY' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Cup', offers };
  return `<title>Cup</title><script type="application/ld+json">${JSON.stringify(data)}</script>
    <h1>Cup</h1><p>¥${price}</p><p>In stock</p>`;
};

let home: string;
let shop: Server;
let url: string;
let service: RunningService;
let client: Client;
const nodes: RunningNode[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'two-places-'));
  chmodSync(home, 0o755); // the browser is another user when we are root
  let visits = 0;
  // States another price to each visitor.
  shop = createServer((request, response) => {
    const isPage = request.url === '/cup';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? cupAt(10 + visits++) : '');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { port } = shop.address() as { port: number };
  url = `http://127.0.0.1:${port}/cup`;
  service = await startService({
    dataDir: join(home, 'data'),
    egressAllow: [`127.0.0.1:${port}`],
    environment: { CAPTURE_CONCURRENCY: '1', NODE_PLACE: '上海，中国电信', NODE_REGION: 'CN-SH' },
  });
  client = new Client(service);
  await client.register('13900000001');
  await credit(join(home, 'data'), '13900000001', 10_000);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await service.stop();
  shop.close();
  rmSync(home, { recursive: true, force: true });
});

/** Starts a node in another place than the service's own one. */
function startElsewhere(name: string): RunningNode {
  const token = readFileSync(join(home, 'data', 'keys', 'node-token'), 'utf8').trim();
  const environment = { NODE_TOKEN: token, NODE_PLACE: 'Frankfurt', NODE_REGION: 'DE-HE', CAPTURE_SESSIONS: '0' };
  const node = startNode(home, name, service.url, environment);
  nodes.push(node);
  return node;
}

const until = async (ano: string, what: (detail: Awaited<ReturnType<typeof info>>) => unknown) =>
  expect.poll(async () => Boolean(what(await info(ano))), { timeout: 120_000, interval: 300 }).toBe(true);
const info = (ano: string) => client.ask(calls.info, { ano });

it('captures a shop page from two places, even if a node is killed, and anyone can verify the differences', async () => {
  const lost = startElsewhere('lost');
  const places = async () => (await client.ask(calls.capturePlaces, {})).places.length;
  await expect.poll(places, { timeout: 30_000 }).toBe(2);
  const { list } = await client.ask(calls.preserveProducts, { urls: [url], secondVantage: true });
  const ano = list[0]?.ano ?? '';
  await until(ano, ({ second }) => second?.state === 'capturing');

  lost.signal('SIGKILL');
  startElsewhere('other');
  await until(ano, ({ state }) => state === 'preview');

  const detail = await info(ano);
  // Either record may have been the lost node's.
  expect(detail.custody.filter(({ event, by }) => event.endsWith('leased') && by === 'lost')).toHaveLength(1);
  expect(detail.custody.some(({ event }) => event === 'second.delivered')).toBe(true);
  expect(detail.cost).toMatchObject({ state: 'held', amountCents: 3_000 });
  const comparison = await client.ask(calls.comparison, { ano });
  expect(comparison.places.map(({ name }) => name).sort()).toEqual(['Frankfurt', '上海，中国电信'].sort());
  expect(comparison.text).toMatchObject({ total: 1, changes: [{ at: [2, 2] }] });
  expect(comparison.prices?.changes).toMatchObject([
    { name: 'price', values: [[expect.any(String)], [expect.any(String)]] },
  ]);
  expect(comparison.picture?.changed).toBeGreaterThan(0);
  const tile = comparison.pictures[1][0]?.path ?? '';
  expect(
    Buffer.from(await client.bytes(calls.file, { ano, path: tile }))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  await client.ask(calls.confirm, { anos: [ano] });
  await until(ano, ({ state }) => state === 'succeeded');
  const file = join(home, 'bundle.zip');
  writeFileSync(file, await client.bytes(calls.bundle, { attestationNo: ano }));
  const anchors = join(home, 'data', 'trust', 'anchors.json');
  const verify = [proofkeep, 'verify', file, '--trust', anchors, '--json'];
  const report = JSON.parse(execFileSync(process.execPath, verify, { encoding: 'utf8' }));
  expect(report.verdict).toBe('passed');
  expect(report.facts.second).toMatchObject({ state: 'captured' });
  expect((await info(ano)).cost).toMatchObject({ state: 'settled', amountCents: 3_000 });
}, 240_000);
