import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type CaptureEvent, liveSessionCalls as calls, LeaseAnswer } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { createSink } from '../../apps/capture/src/record/sink.ts';
import { Recording } from '../../apps/capture/src/session/recording.ts';
import { recoverSession } from '../../apps/server/src/features/attestations/live-sessions/recover.ts';
import { findDelivery } from '../../apps/server/src/features/attestations/nodes/store.ts';
import { dataPlace } from '../../apps/server/src/features/evidence/service.ts';
import { useService } from '../../apps/server/src/testing/service.ts';

type Chunk = Extract<CaptureEvent, { type: 'chunk' }>;
const service = useService();
const headers = { authorization: `Bearer ${'x'.repeat(32)}` };
const connection = Buffer.from('{"n":0,"host":"a.example"}\n');
const rangeOf = (offset: number, bytes: Uint8Array) => ({ offset, size: bytes.length, sha256: sha256Hex(bytes) });

/** Records a second of red pictures as a node does. */
async function record(ano: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  const red = '-v error -f lavfi -i color=red:s=1280x800 -frames:v 1 -f mjpeg'.split(' ');
  execFileSync('ffmpeg', [...red, join(folder, 'red.jpg')]);
  const chunks: Chunk[] = [];
  const none = Buffer.alloc(0);
  const recording = new Recording({
    ano,
    sink: createSink(folder, () => {}),
    size: { width: 1280, height: 800 },
    tool: 'test',
    chunkMs: 600,
    network: () => ({
      connections: chunks.length === 0 ? rangeOf(0, connection) : rangeOf(connection.length, none),
      warc: rangeOf(0, none),
      index: rangeOf(0, none),
      waiting: 1,
    }),
    emit: (chunk) => chunks.push(chunk),
    onFault: () => {},
  });
  for (let i = 0; i < 10; i++) {
    recording.frame(readFileSync(join(folder, 'red.jpg')));
    recording.event('mouse');
    await sleep(100);
  }
  await recording.end();
  return { folder, chunks, startedAt: recording.startedAt.toISOString() };
}

const begunReport = (captureId: string, at: string) => ({
  captureId,
  state: 'partial',
  failure: null,
  startedAt: at,
  endedAt: at,
  page: {
    requestedUrl: 'about:blank',
    finalUrl: null,
    title: null,
    status: null,
    protocol: null,
    serverAddress: null,
    contentLanguage: null,
    siteDate: null,
    redirects: [],
    heightPx: null,
    tls: null,
  },
  environment: null,
  steps: [],
  resources: { total: 0, whole: 0, bytes: 0 },
  missing: [],
  limits: [],
  block: null,
  alterations: [],
  session: {
    device: 'desktop',
    startedAt: at,
    endedAt: at,
    endedBecause: 'lost',
    frames: 0,
    events: 0,
    chunks: 0,
    head: '0'.repeat(64),
    masked: 0,
    isFull: false,
    hasPlayback: false,
    pages: [],
    downloads: [],
    snapshots: [],
  },
});

it('assembles a lost session as its node would have, with connections, clock and a playback copy', async () => {
  const { ask, given, app, database, store } = service;
  const as = await given.login();
  await given.credit(as, 100_000);
  const { data } = await ask(calls.openSession, { minutes: 10 }, { as: as.token });
  const { ano } = data.attestation;
  const at = service.now.toISOString();
  const clock = { sentAt: at, offset: { offsetMs: 0, uncertaintyMs: 5 } };
  const payload = { node: 'one', waitMs: 0, kind: 'live', clock };
  const leased = await app.inject({ method: 'POST', url: '/node/lease', headers, payload });
  const fence = LeaseAnswer.parse(JSON.parse(leased.body)).offer?.fence ?? '';
  const { folder, chunks, startedAt } = await record(ano);
  const begun = { type: 'begun', report: begunReport(ano, startedAt), clock: '{"before":[],"after":[]}' };
  const events = [begun, ...chunks].map((event, n) => ({ n, at, event }));
  const url = `/node/lease/${ano}/${fence}`;
  await app.inject({ method: 'POST', url: `${url}/events`, headers, payload: { events, clock } });
  const parts = {
    video: readFileSync(join(folder, 'recording.mkv')),
    events: readFileSync(join(folder, 'events.jsonl')),
  };
  for (const { n, video, events: lines } of chunks) {
    const pictures = parts.video.subarray(video.offset, video.offset + video.size);
    const done = parts.events.subarray(lines.offset, lines.offset + lines.size);
    const bytes = Buffer.concat([pictures, done, ...(n === 0 ? [connection] : [])]);
    const type = { ...headers, 'content-type': 'application/octet-stream' };
    await app.inject({ method: 'PUT', url: `${url}/chunks/${n}`, headers: type, payload: bytes });
  }

  await recoverSession({ database, store }, { ano, fence }, async () => {});

  const textOf = async (path: string) =>
    Buffer.from(await store.bytes(`${dataPlace({ ano, fence })}${path}`)).toString();
  const delivery = await findDelivery(database.pool, fence);
  const steer = delivery?.report.steps.find(({ step }) => step === 'steer');
  expect(delivery?.report.session).toMatchObject({
    endedBecause: 'lost',
    hasPlayback: true,
    frames: 10,
    unanswered: 1,
  });
  expect(steer?.said.map(({ name }) => name)).toEqual(['session.lost', 'session.end-clock-missing']);
  expect(delivery?.artifacts.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['clock.json', 'connections.jsonl', 'derived/playback.mp4', 'page.wacz']),
  );
  expect(await textOf('connections.jsonl')).toBe(connection.toString());
  // VERIFY.txt reads the members of a line in the recorder's order.
  expect(await textOf('chunks.jsonl')).toBe(readFileSync(join(folder, 'chunks.jsonl'), 'utf8'));
});
