import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceAt } from '../../apps/capture/src/node/service.ts';
import { NodeService, nodeToken } from '../kit/node-service.ts';
import { startNode } from '../kit/running-node.ts';

let home: string;
let service: NodeService;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'node-clocks-'));
  service = await NodeService.open(home, []);
});
afterAll(async () => {
  await service.close();
  await rm(home, { recursive: true, force: true });
});

/** The client side of a node, with a clock that is ahead. */
const nodeAhead = (ms: number) => serviceAt(service.url, nodeToken, () => Date.now() + ms);
const asking = { place: null, capacity: { captures: 1, sessions: 0 } };
const minute = 60_000;
const day = 24 * 60 * minute;

it.each([-5_000, -20_000, 50 * minute, day, -day, 365 * day])(
  'grants no lease to a node whose clock is %i ms ahead, and the node measures the offset',
  async (ahead) => {
    const ano = await service.order('http://page.example/');
    const node = nodeAhead(ahead);

    expect(await node.lease({ ...asking, name: 'off' }, 'page', AbortSignal.timeout(30_000))).toBeNull();
    expect(await node.lease({ ...asking, name: 'off' }, 'page', AbortSignal.timeout(30_000))).toBeNull();

    expect(await service.row(ano)).toMatchObject({ state: 'queuing' });
    const { offsetMs = Number.NaN, uncertaintyMs = 0 } = node.offset ?? {};
    expect(Math.abs(offsetMs - ahead)).toBeLessThanOrEqual(uncertaintyMs);
    await service.drop(ano);
  },
);

it.each([1_000, -1_000])('grants a lease to a node with a clock %i ms ahead', async (ahead) => {
  const ano = await service.order('http://page.example/');
  const node = nodeAhead(ahead);

  expect(await node.lease({ ...asking, name: 'near' }, 'page', AbortSignal.timeout(30_000))).toBeNull();
  expect((await node.lease({ ...asking, name: 'near' }, 'page', AbortSignal.timeout(30_000)))?.ano).toBe(ano);
});

/** Shifts `Date` in a process, and nothing else. */
const setAhead = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const now = Date.now; globalThis.Date = class extends Date {
      constructor(...given) { given.length ? super(...given) : super(now() + ${ms}); }
      static now() { return now() + ${ms}; }
    };`,
  )}`;

it('grants no lease to a node process five seconds behind, which logs the offset', async () => {
  const ano = await service.order('http://page.example/');
  const node = startNode(home, 'behind', service.url, { NODE_OPTIONS: setAhead(-5_000) });

  await expect.poll(node.output, { timeout: 30_000 }).toContain('"clock-far","offsetMs":-');

  expect(await service.row(ano)).toMatchObject({ state: 'queuing' });
  expect(await node.stop()).toBe(0);
});
