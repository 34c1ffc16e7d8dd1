import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobSource, openZip, paths } from '@proofkeep/bundle';
import { attestationCalls, costCenterCalls, type LiveEnd, type LiveState, liveSessionCalls } from '@proofkeep/contract';
import { byTestLength, isLongTest, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { alterJson, withAltered } from '../kit/altered-bundle.ts';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { LiveWindow } from '../kit/live-window.ts';
import { below, commandLineOf } from '../kit/processes.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';
import { untilAnswered } from '../kit/service-pair.ts';

/** Steps after the recording at which the node is killed at full length. */
const handInSteps = ['pack', 'playback', 'stamp'];
const rounds = byTestLength({ short: 1, long: 5 });
const limitMs = byTestLength({ short: 360_000, long: 600_000 });
/** Time for a lost lease to expire and for the received parts to be assembled and sealed. */
const sealedMs = 90_000;
/** Seconds between two timestamps of the chain; at full length as in the product. */
const stampSeconds = byTestLength({ short: 10, long: 60 });
/** By then the head of the chain was timestamped. */
const stampedMs = (stampSeconds + 8) * 1_000;
/** By then two chunks of the recording are complete. */
const recordedMs = 40_000;
const balanceCents = 100_000;
const minuteCents = 200;
const phone = '13800007701';
let chargedCents = 0;
let site: SampleSite;
let dataDir: string;
let port: number;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  site = await startSampleSite();
  dataDir = await mkdtemp(join(tmpdir(), 'kill-live-'));
  port = await freePort();
  service = await start();
  client = new Client(service);
  await client.register(phone);
  await credit(dataDir, phone, balanceCents);
}, limitMs);
afterAll(async () => {
  await service.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = () =>
  startService({
    dataDir,
    port,
    egressAllow: site.egressAllow,
    environment: {
      CAPTURE_TRUST_SPKI: site.spki,
      CAPTURE_SESSIONS: '3',
      SESSION_STAMP_SECONDS: String(stampSeconds),
    },
  });

const sessionOf = (ano: string) => client.ask(liveSessionCalls.sessionInfo, { ano });
const reach = (ano: string, state: LiveState) =>
  expect.poll(async () => (await sessionOf(ano)).time.state, { timeout: sealedMs, interval: 500 }).toBe(state);

/** A session with typed text and more than one chunk at the service. */
async function givenRecorded(): Promise<string> {
  const { attestation } = await client.ask(liveSessionCalls.openSession, { url: `${site.httpOrigin}/chat` });
  const { ano } = attestation;
  const window = await LiveWindow.open(client, ano);
  await expect.poll(() => window.state?.recorded.frames ?? 0, { timeout: recordedMs }).toBeGreaterThan(0);
  window.click(100, 290);
  window.type('kept');
  await expect.poll(() => window.state?.recorded.chunks ?? 0, { timeout: recordedMs }).toBeGreaterThan(2);
  return ano;
}

/** Processes of the service whose command line contains this text. */
const processesOf = (mark: string, under = service.pid) =>
  below(under).filter((pid) => commandLineOf(pid).includes(mark));
const engineOf = (ano: string) => processesOf('single-capture.ts').filter((pid) => commandLineOf(pid).includes(ano));
const browserOf = (ano: string) => engineOf(ano).flatMap((pid) => processesOf('--user-data-dir', pid));
/** The database server and its backends. */
const database = async () => {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return [Number(pid), ...below(Number(pid))];
};
const nodes = () => processesOf('capture/src/node.ts');

function signal(pids: number[], name: NodeJS.Signals): void {
  expect(pids).not.toEqual([]);
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended with its parent.
    }
  }
}

/** Reads from the service's database, which other processes may do, too. */
async function rowsOf<Row extends object>(sql: string, ano: string): Promise<Row[]> {
  const opened = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    return (await opened.pool.query<Row & object>(sql, [ano])).rows;
  } finally {
    await opened.close();
  }
}

interface Head {
  n: number;
  head: string;
}

/** The newest chunk that the service has acknowledged: what its head covers may not be lost or changed. */
async function acknowledged(ano: string): Promise<Head> {
  const sql = `select n, encode(head, 'hex') as head from live_head h where ano = $1 and not exists
      (select from live_head g where g.fence = h.fence and g.n <= h.n and not g.is_stored) order by n desc limit 1`;
  const [newest] = await rowsOf<Head>(sql, ano);
  if (!newest) throw new Error(`Nothing of ${ano} was acknowledged.`);
  return newest;
}

/** Waits for a step of the capture, which may last for less than a second. */
async function reachStep(ano: string, steps: readonly string[]): Promise<void> {
  const opened = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  const stepOf = async () =>
    (await opened.pool.query<{ step: string }>('select step from attestation where ano = $1', [ano])).rows[0]?.step;
  await expect.poll(stepOf, { timeout: recordedMs, interval: 20 }).toSatisfy((step: string) => steps.includes(step));
  await opened.close();
}

/** Expects the session to be sealed, to verify, to be charged once, and to contain the text typed before the kill. */
async function expectSealed(ano: string, ends: LiveEnd[], kept?: Head): Promise<void> {
  await reach(ano, 'succeeded');
  const { facts, time, attestation } = await sessionOf(ano);
  expect(ends).toContain(facts?.endedBecause);
  const minutes = Math.ceil(time.usedMs / 60_000);
  expect(time).toMatchObject({ chargedMinutes: minutes, amountCents: minutes * minuteCents });
  chargedCents += time.amountCents;
  expect(attestation.cost?.state).toBe('settled');
  expect(time.usedMs).toBeGreaterThan(4_000);
  const file = join(dataDir, `${ano}.zip`);
  await writeFile(file, await client.bytes(attestationCalls.bundle, { attestationNo: ano }));
  const { code, stdout } = await verifyHere(file, { DATA_DIR: dataDir });
  expect(code, stdout).toBe(0);
  // The service makes the playback copy of a lost session.
  expect(facts?.hasPlayback).toBe(true);
  const connections = await client.bytes(attestationCalls.file, { ano, path: paths.connections });
  expect(Buffer.from(connections).toString()).toContain(`"host":"${new URL(site.httpOrigin).hostname}"`);
  const events = Buffer.from(await client.bytes(attestationCalls.file, { ano, path: 'data/events.jsonl' })).toString();
  expect(events).toContain('"key":"k"');
  const chain = Buffer.from(await client.bytes(attestationCalls.file, { ano, path: paths.chunks })).toString();
  if (kept) expect(JSON.parse(chain.split('\n')[kept.n] ?? '{}')).toMatchObject(kept);
  await expectRecord(file, facts?.endedBecause === 'lost');
}

/**
 * Expects the network record to contain the visited page and the chain to cover it; the record of a lost session must
 * state what it lacks.
 */
async function expectRecord(file: string, isLost: boolean): Promise<void> {
  const bundle = await openZip(blobSource(new Blob([await readFile(file)])));
  const record = await openZip(bundle.part(paths.record));
  expect(Buffer.from(await record.bytes('indexes/index.cdx', 2 ** 20)).toString()).toContain(`${site.httpOrigin}/chat`);
  const { findings } = JSON.parse((await verifyHere(file, { DATA_DIR: dataDir })).stdout) as { findings: object[] };
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'recording', subject: paths.record, outcome: 'passed', code: 'record-chained' }),
  );
  expect(findings.some((one) => 'code' in one && one.code === 'record-cut')).toBe(isLost);
  expect(findings).toContainEqual(expect.objectContaining({ subject: paths.connections, code: 'connections-chained' }));
}

/**
 * Expects the chain to have been timestamped and logged during the session, and a changed proof or count to be
 * detected.
 */
async function expectStamped(ano: string): Promise<void> {
  const bundle = await readFile(join(dataDir, `${ano}.zip`));
  const findingsOf = async (content: Uint8Array) => {
    const file = join(dataDir, 'altered.zip');
    await writeFile(file, content);
    return JSON.parse((await verifyHere(file, { DATA_DIR: dataDir })).stdout).findings as object[];
  };
  const heads = (await findingsOf(bundle)).filter((one) => 'check' in one && one.check === 'heads');
  expect(heads).toMatchObject([
    { subject: paths.heads, outcome: 'passed' },
    { subject: paths.headProofs, outcome: 'passed', code: 'heads-logged' },
  ]);
  const alterHead = alterJson((text) => text.replace(/index (\d+)/, (_all, index) => `index ${Number(index) + 1}`));
  expect(await findingsOf(await withAltered(bundle, paths.headProofs, alterHead))).toContainEqual(
    expect.objectContaining({ check: 'heads', subject: paths.headProofs, outcome: 'failed' }),
  );
  const addEvent = alterJson((text) =>
    text.replace(/"events":(\d+)/, (_all, count) => `"events":${Number(count) + 1}`),
  );
  expect(await findingsOf(await withAltered(bundle, paths.manifest, addEvent))).toContainEqual(
    expect.objectContaining({ check: 'recording', outcome: 'failed', code: 'events-count' }),
  );
}

it(
  'seals the recorded part if engine, browser, node, database or service are killed, and charges it once',
  async () => {
    for (let round = 0; round < rounds; round++) {
      const [engine, browser, node] = (await Promise.all([givenRecorded(), givenRecorded(), givenRecorded()])) as [
        string,
        string,
        string,
      ];
      const [ofEngine, ofBrowser] = [await acknowledged(engine), await acknowledged(browser)];
      signal(engineOf(engine), 'SIGKILL');
      signal(browserOf(browser), 'SIGKILL');
      await expectSealed(engine, ['lost'], ofEngine);
      await expectSealed(browser, ['browser'], ofBrowser);
      await expect
        .poll(async () => (await sessionOf(node)).time.usedMs, { timeout: stampedMs })
        .toBeGreaterThan(stampedMs);
      const ofNode = await acknowledged(node);
      signal(nodes(), 'SIGKILL');
      await expectSealed(node, ['lost'], ofNode);
      await expectStamped(node);

      const stored = await givenRecorded();
      signal(await database(), 'SIGKILL');
      const stopped = { ano: stored, isFull: false };
      await untilAnswered(client, () => client.ask(liveSessionCalls.stopSession, stopped));
      await expectSealed(stored, ['stopped']);

      if (isLongTest) {
        const drained = await givenRecorded();
        signal(nodes(), 'SIGTERM');
        await expectSealed(drained, ['node']);

        // After its user has stopped it, while the node hands it in or the service stamps it.
        for (const at of handInSteps.keys()) {
          const ending = await givenRecorded();
          const ofEnding = await acknowledged(ending);
          await Promise.all([
            // On a busy machine a step may pass unseen: the kill then comes at the next one.
            reachStep(ending, handInSteps.slice(at)),
            client.ask(liveSessionCalls.stopSession, { ano: ending }),
          ]);
          signal(nodes(), 'SIGKILL');
          await expectSealed(ending, ['stopped', 'lost'], ofEnding);
        }

        // Before anything was recorded: another node starts it again, and cancelling it costs nothing.
        const { attestation } = await client.ask(liveSessionCalls.openSession, { url: `${site.httpOrigin}/chat` });
        await reachStep(attestation.ano, ['isolate', 'launch']);
        signal(nodes(), 'SIGKILL');
        const window = await LiveWindow.open(client, attestation.ano);
        await expect.poll(() => window.state?.recorded.frames ?? 0, { timeout: sealedMs }).toBeGreaterThan(0);
        await client.ask(liveSessionCalls.cancelSession, { ano: attestation.ano });
        expect((await sessionOf(attestation.ano)).time).toMatchObject({ state: 'cancelled', chargedMinutes: 0 });
      }

      const last = await givenRecorded();
      await service.kill();
      service = await start();
      await expectSealed(last, ['node', 'lost']);
    }

    const { account } = await client.ask(costCenterCalls.costCenter, {});
    expect(account?.balanceCents).toBe(balanceCents - chargedCents);
    expect(await readdir(join(dataDir, 'store', 'recordings')).catch(() => [])).toEqual([]);
  },
  limitMs * rounds,
);
