import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { roomRecordingStep } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  consoleVideoRoomCalls as calls,
  type Envelope,
  notarizationCalls,
  reservationCalls,
  videoRoomCalls,
  videoRoomLimits,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { recording as firstPiece } from '../../apps/server/src/features/phone-signing/testing/on-phone.ts';
import { addressOf } from '../../apps/server/src/testing/service.ts';
import { identified, newOffice, type OfficeNotary, submitMatter } from '../kit/matters.ts';
import { Client, type RunningService } from '../kit/service.ts';
import { type Pair, startPair, untilAnswered } from '../kit/service-pair.ts';

const kills = byTestLength({ short: 3, long: 30 });
const calmMs = 1_200;
const phone = '13900000411';

let pair: Pair;
let office: OfficeNotary;
let holder: Client;
let id: string;
let interrupted = 0;

beforeAll(async () => {
  pair = await startPair('room-recordings');
  const web = { service: pair.services[0] as RunningService, dataDir: pair.dataDir };
  office = await newOffice(web);
  holder = new Client(web.service);
  await holder.register(phone);
  id = await submitMatter(holder, office, { phone: '13900000412' });
  await identified(web, holder, office, { id, holderPhone: phone, needsSession: true });
  const { slots } = await holder.ask(reservationCalls.sessionSlots, { id });
  await holder.ask(reservationCalls.bookSession, { id, startsAt: slots[0]?.startsAt ?? '', way: 'video' });
  await beginNow();
  await office.client.ask(calls.notaryRoomTicket, { id });
  await office.client.ask(calls.openRoom, { id });
}, 180_000);
afterAll(() => pair.close());

async function beginNow(): Promise<void> {
  const database = await openDatabase({ DATA_DIR: pair.dataDir, DATABASE_URL: undefined });
  await database.pool.query(
    `update reservation set starts_at = now(), ends_at = now() + interval '50 min',
       occupied = tstzrange(now(), now() + interval '60 min') where matter_id = $1`,
    [id],
  );
  await database.close();
}

/** A recording as the notary's browser keeps it: what the service has not acknowledged is sent again. */
interface Kept {
  client: Client;
  recordingId: string;
  /** Head of the chain after each acknowledged piece. */
  heads: string[];
  pieces: Buffer[];
}

async function begin(n: number): Promise<Kept> {
  const client = new Client(pair.services[n % 2] as RunningService);
  client.token = office.client.token;
  const input = { id, personId: 'notary', mediaType: 'video/webm' } as const;
  const { recordingId, head } = await client.ask(calls.beginRecording, input);
  return { client, recordingId, heads: [head], pieces: [] };
}

async function put(
  { client, recordingId }: Kept,
  at: number,
  bytes: Buffer,
): Promise<{ chunks: number; head: string }> {
  const { url } = addressOf(calls.sendRecordingChunk, { id, recordingId, at });
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'chunk');
  const response = await fetch(`${client.url}${url}?sha256=${sha256Hex(bytes)}`, {
    method: 'PUT',
    headers: { 'x-auth-token': client.token },
    body,
  });
  const { flag, data, errorCode } = (await response.json()) as Envelope & { data: { chunks: number; head: string } };
  if (!flag) throw new Error(`${calls.sendRecordingChunk.path}: ${errorCode}`);
  return data;
}

const countFailure = () => void (interrupted += 1);

/** Sends one piece after another, each until it is acknowledged. */
async function record(kept: Kept, isOver: () => boolean): Promise<void> {
  const { client, heads, pieces } = kept;
  while (!isOver()) {
    const at = pieces.length;
    const bytes = at === 0 ? firstPiece() : randomBytes(20_000);
    const expected = sha256Hex(
      roomRecordingStep(Buffer.from(heads[at] ?? '', 'hex'), Buffer.from(sha256Hex(bytes), 'hex')),
    );
    const known = await untilAnswered(client, () => put(kept, at, bytes), countFailure);
    expect(known).toEqual({ chunks: at + 1, head: expected });
    pieces.push(bytes);
    heads.push(expected);
    await sleep(20);
  }
}

it(
  'loses no acknowledged piece of a recording despite kills, and records each head and end once',
  async () => {
    const all = [await begin(0), await begin(1)];
    let isOver = false;
    const work = Promise.all(all.map((kept) => record(kept, () => isOver)));
    const killing = (async () => {
      for (let turn = 0; turn < kills; turn++) {
        await sleep(calmMs);
        await pair.kill(turn % 3);
      }
      await sleep(calmMs);
    })().finally(() => {
      isOver = true;
    });
    await Promise.all([work, killing]);
    // The answer to the first attempt gets lost: a finished recording stays as it is.
    for (const { client, recordingId, heads, pieces } of all)
      for (let attempt = 0; attempt < 2; attempt++) {
        const end = { id, recordingId, chunks: pieces.length, head: heads.at(-1) ?? '' };
        const finished = await untilAnswered(client, () => client.ask(calls.finishRecording, end), countFailure);
        expect(finished).toMatchObject({
          chunks: pieces.length,
          isComplete: true,
          sha256: sha256Hex(Buffer.concat(pieces)),
        });
      }

    const { journal } = await holder.ask(notarizationCalls.matterInfo, { id });
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_one, at) => at + 1));
    for (const { recordingId, heads, pieces } of all) {
      expect(Buffer.from(await holder.bytes(videoRoomCalls.matterRecording, { id, recordingId }))).toEqual(
        Buffer.concat(pieces),
      );
      const own = journal.filter(({ detail }) => detail.recordingId === recordingId);
      const anchored = own.filter(({ event }) => event === 'recording-head').map(({ detail }) => detail.head);
      expect(anchored).toEqual(heads.filter((_head, at) => at > 0 && at % videoRoomLimits.headEvery === 0));
      expect(own.filter(({ event }) => event === 'recording-finished')).toHaveLength(1);
    }
    expect(interrupted).toBeGreaterThan(0);
  },
  byTestLength({ short: 240_000, long: 1_200_000 }),
);
