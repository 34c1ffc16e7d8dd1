import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attestationCalls, enforcerCalls as calls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { type SimulatedSegment, simulateDevice } from '@proofkeep/seal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceClient } from '../../apps/server/src/cli/device/client.ts';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { commandLineOf, processes } from '../kit/processes.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';
import { untilAnswered } from '../kit/service-pair.ts';

const phone = '13900000033';
const kills = byTestLength({ short: 2, long: 40 });
/** Number of segments per recording; recordings follow each other until the last kill. */
const segments = 20;
/** Longest random pause before the next kill. */
const calmMs = 900;
const limitMs = byTestLength({ short: 240_000, long: 1_800_000 });

let home: string;
let dataDir: string;
let port: number;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'devices-kill-'));
  dataDir = join(home, 'data');
  port = await freePort();
  service = await start();
  client = new Client({ url: `http://127.0.0.1:${port}` });
  await client.register(phone);
  await credit(dataDir, phone, 100_000);
});
afterAll(async () => {
  await service.stop();
  for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = () => startService({ dataDir, port, environment: { CAPTURE_CONCURRENCY: '0', LOG_LEVEL: 'fatal' } });

it(
  'a server killed at random loses no acknowledged segment, and seals what the device signed',
  async () => {
    const device = simulateDevice();
    const sender = deviceClient(client.url, device, 'en');
    const { code } = await client.ask(calls.bindingCode, {});
    const id = await sender.announce(code, 'killed');
    await client.ask(calls.bindDevice, { code });
    let killed = 0;
    const killing = (async () => {
      while (killed < kills) {
        await sleep(200 + Math.random() * calmMs);
        await service.kill();
        killed++;
        service = await start();
      }
    })();

    const recordings: SimulatedSegment[][] = [];
    do {
      const recorded = device.record({ segments });
      // Each segment is sent as soon as it is recorded; if the reply is lost, the device sends it again.
      for (const segment of recorded) await untilAnswered(client, () => sender.send(id, [segment]));
      recordings.push(recorded);
    } while (killed < kills);
    await killing;

    const { list } = await untilAnswered(client, () => client.ask(calls.recordingList, { size: 100 }));
    expect(list.map(({ held, state }) => ({ held, state }))).toEqual(
      recordings.map(() => ({ held: segments, state: 'ended' })),
    );
    const { attestation } = await client.ask(calls.payRecording, { id: list[0]?.id ?? '' });
    await service.kill();
    service = await start();
    const stateOf = async () => (await client.ask(attestationCalls.list, { search: attestation.ano })).list[0]?.state;
    await expect.poll(stateOf, { timeout: 90_000, interval: 500 }).toBe('succeeded');
    const zip = join(home, 'bundle.zip');
    writeFileSync(zip, await client.bytes(attestationCalls.bundle, { attestationNo: attestation.ano }));
    const verified = await verifyHere(zip, { DATA_DIR: dataDir });
    expect(verified.code, verified.stdout).toBe(0);
    expect(verified.stdout).toContain('"no-gaps"');
  },
  limitMs,
);
