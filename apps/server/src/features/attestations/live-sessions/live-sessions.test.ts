import { type AddressInfo, connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunkBytes, startBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  accountCalls,
  attestationCalls,
  type CaptureReport,
  liveSessionCalls as calls,
  frameHeader,
  LeaseAnswer,
  type LeaseOffer,
  type LiveInput,
  type LiveState,
  liveCloses,
  liveProtocol,
  liveStateTable,
  pieceBytes,
} from '@proofkeep/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Login, useService } from '../../../testing/service.ts';
import { insertDelivery } from '../nodes/store.ts';
import { sessionFacts } from '../testing/session-facts.ts';
import { digestOf } from './acts.ts';
import { controlToken } from './sockets.ts';
import { markStarted } from './store.ts';

const service = useService({ app: { liveBeatMs: 1_500 } });
const { ask, given } = service;
const nodeToken = 'x'.repeat(32);
let origin: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

const url = (path: string) => `${origin.replace('http', 'ws')}${path}`;

/**
 * Collects the messages of a socket; resolves when it is open. @throws Error with the HTTP status if the connection is
 * refused
 */
async function connect(path: string, protocols: string[], headers: Record<string, string>) {
  const socket = new WebSocket(url(path), protocols, { headers });
  open.push(socket);
  const messages: Record<string, unknown>[] = [];
  const frames: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary: boolean) =>
    isBinary ? frames.push(data) : messages.push(JSON.parse(String(data))),
  );
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve).on('error', reject);
    socket.on('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
  });
  return { socket, messages, frames, closed, send: (input: object) => socket.send(JSON.stringify(input)) };
}

async function givenSession(holder?: Login): Promise<{ holder: Login; ano: string }> {
  const as = holder ?? (await given.login());
  if (!holder) await given.credit(as, 100_000);
  const { data } = await ask(calls.openSession, { minutes: 10 }, { as: as.token });
  return { holder: as, ano: data.attestation.ano };
}

/** Leases the oldest session as a node does. */
async function lease(): Promise<LeaseOffer> {
  const clock = { sentAt: service.now.toISOString(), offset: { offsetMs: 0, uncertaintyMs: 5 } };
  const { body } = await service.app.inject({
    method: 'POST',
    url: '/node/lease',
    headers: { authorization: `Bearer ${nodeToken}` },
    payload: { node: 'one', waitMs: 0, kind: 'live', clock },
  });
  return LeaseAnswer.parse(JSON.parse(body)).offer as LeaseOffer;
}

const connectNode = ({ ano, fence }: LeaseOffer, token = controlToken(nodeToken, ano, fence)) =>
  connect(`/node/live/${ano}/${fence}`, [], { authorization: `Bearer ${token}` });

const ticketFor = async (ano: string, { token }: Login, o: { windowId?: string; takesOver?: boolean } = {}) =>
  (await ask(calls.sessionTicket, { ano, ...o }, { as: token })).data.ticket;

const connectWindow = (ano: string, ticket: string, from = origin) =>
  connect(`/live/${ano}`, [liveProtocol, `ticket.${ticket}`], { origin: from });

/** A client that never answers a close frame: RFC 6455 by hand, with a zero mask. */
async function connectDeaf(ano: string, ticket: string) {
  const socket = connectTcp((service.app.server.address() as AddressInfo).port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data)).on('error', () => {});
  const lines = [
    `GET /live/${ano} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: ${liveProtocol}, ticket.${ticket}`,
    `Origin: ${origin}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const bytes = () => Buffer.concat(received);
  await expect.poll(() => bytes().toString('latin1')).toContain('"connected"');
  const isClosing = (code: number) => bytes().includes(Buffer.from([0x88, 2, code >> 8, code & 255]));
  const send = (input: object) => {
    const payload = Buffer.from(JSON.stringify(input));
    const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
    socket.write(Buffer.concat([head, payload]));
  };
  return { socket, send, isClosing };
}

/** A running session with its node and one window. */
async function givenRunning() {
  const { holder, ano } = await givenSession();
  const offer = await lease();
  expect(offer.ano).toBe(ano);
  const node = await connectNode(offer);
  const window = await connectWindow(ano, await ticketFor(ano, holder));
  return { holder, ano, offer, node, window };
}

const move = (x: number): LiveInput => ({
  type: 'mouse',
  action: 'move',
  x,
  y: 1,
  button: 'none',
  buttons: 0,
  clicks: 0,
  modifiers: 0,
});
const typesOf = (messages: Record<string, unknown>[]) => messages.map(({ type }) => type);

describe('a live session', () => {
  it('holds its booked minutes, and releases them when it is cancelled', async () => {
    const { holder, ano } = await givenSession();

    const { data: before } = await ask(calls.sessionInfo, { ano }, { as: holder.token });
    await ask(calls.cancelSession, { ano }, { as: holder.token });
    const { data: after } = await ask(calls.sessionInfo, { ano }, { as: holder.token });

    expect(before).toMatchObject({ ahead: 0, time: { state: 'queuing', amountCents: 2_000, bookedMinutes: 10 } });
    expect(after.time.state).toBe('cancelled');
    expect(after.attestation.cost?.state).toBe('released');
    expect((await ask(calls.cancelSession, { ano }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
  });

  it('holds more money for each extension, up to the maximum length of a session', async () => {
    const { holder, ano } = await givenSession();
    await lease();

    const { data } = await ask(calls.sessionTime, { ano, extendMinutes: 20 }, { as: holder.token });
    const most = await ask(calls.sessionTime, { ano, extendMinutes: 240 }, { as: holder.token });

    expect(data).toMatchObject({ bookedMinutes: 30, amountCents: 6_000 });
    expect(most.data).toMatchObject({ bookedMinutes: 240, amountCents: 48_000 });
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('names the limits it was opened with, even if the service has others by now', async () => {
    const { holder, ano } = await givenSession();
    await service.database.pool.query(
      `update attestation set job = jsonb_set(job::jsonb, '{session,awayMs}', '45000') where ano = $1`,
      [ano],
    );

    const { data } = await ask(calls.sessionInfo, { ano }, { as: holder.token });

    expect(data.awayMs).toBe(45_000);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('refuses a forbidden URL, a fourth concurrent session, and more minutes than the balance pays for', async () => {
    const { holder, ano } = await givenSession();
    const poor = await given.login();
    const openOne = (url: string, { token } = holder) => ask(calls.openSession, { url, minutes: 10 }, { as: token });

    const bad = ['http://127.0.0.1/', 'file:///etc/passwd', 'chrome://version', 'http://10.0.0.1/'];
    for (const address of bad) expect((await openOne(address)).refused).toBe('INPUT_INVALID');
    const more = [await openOne(''), await openOne('https://example.com/')];
    expect((await openOne('')).refused).toBe('SESSIONS_OPEN');
    expect((await openOne('', poor)).refused).toBe('BALANCE_SHORT');

    const all = [ano, ...more.map(({ data }) => data.attestation.ano)];
    for (const one of all) await ask(calls.cancelSession, { ano: one }, { as: holder.token });
  });

  it('returns NOT_FOUND to other accounts in every call', async () => {
    const { holder, ano } = await givenSession();
    const { token } = await given.login();

    const refused = [
      await ask(calls.sessionInfo, { ano }, { as: token }),
      await ask(calls.sessionUser, { id: ano }, { as: token }),
      await ask(calls.cancelSession, { ano }, { as: token }),
      await ask(calls.stopSession, { ano }, { as: token }),
      await ask(calls.sessionTime, { ano, extendMinutes: 10 }, { as: token }),
      await ask(calls.editSession, { id: ano, name: 'mine' }, { as: token }),
      await ask(calls.deleteSession, { ano }, { as: token }),
      await ask(calls.sessionTicket, { ano }, { as: token }),
    ].map(({ refused: code }) => code);

    expect(new Set(refused)).toEqual(new Set(['NOT_FOUND']));
    expect((await ask(calls.sessionList, {}, { as: token })).data.total).toBe(0);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('can be named by its user, and removed from the list once it has ended', async () => {
    const { holder, ano } = await givenSession();
    const early = await ask(calls.deleteSession, { ano }, { as: holder.token });
    const { data: user } = await ask(calls.sessionUser, { id: ano }, { as: holder.token });
    const listed = await ask(calls.sessionList, { states: ['queuing'], search: ano }, { as: holder.token });
    const others = await ask(calls.sessionList, { search: 'PK-OTHER' }, { as: holder.token });
    await ask(calls.cancelSession, { ano }, { as: holder.token });

    await ask(calls.deleteSession, { ano }, { as: holder.token });

    expect(early.refused).toBe('STATE_FORBIDS');
    expect(user.operator.role).toBe('holder');
    expect(listed.data.list).toMatchObject([{ ano, sessionState: 'queuing', device: 'desktop', usedMs: null }]);
    expect(others.data.total).toBe(0);
    expect((await ask(calls.sessionList, {}, { as: holder.token })).data.total).toBe(0);
  });
});

const setState = `update attestation set state = $2, step = $3, failure = case when $2 = 'failed'
  then '{"code":"LOAD_TIMEOUT","said":{"name":"load.no-page","values":{"seconds":45},"text":""}}'::json end
  where ano = $1`;

it.each([
  ['queuing', 'queuing', null],
  ['in-progress', 'capturing', null],
  ['in-progress', 'capturing', 'launch'],
  ['in-progress', 'capturing', 'steer'],
  ['uploading', 'capturing', 'pack'],
  ['uploading', 'capturing', 'stamp'],
  ['uploading', 'sealing', 'stamp'],
  ['succeeded', 'succeeded', null],
  ['failed', 'failed', null],
  ['cancelled', 'cancelled', null],
] as const)(
  'is listed as %s, and as nothing else, while its attestation is %s at step %s',
  async (own, state, step) => {
    const { holder, ano } = await givenSession();
    const { pool } = service.database;
    await pool.query(setState, [ano, state, step]);
    const isListed = async (...states: LiveState[]) => {
      const { list } = (await ask(calls.sessionList, { states }, { as: holder.token })).data;
      return list.length === 1 && list[0]?.sessionState === own;
    };

    const found: LiveState[] = [];
    for (const wanted of liveStateTable.states) if (await isListed(wanted)) found.push(wanted);

    expect(found).toEqual([own]);
    expect(await isListed('in-progress', 'uploading')).toBe(own === 'in-progress' || own === 'uploading');
    await pool.query(`update attestation set state = 'cancelled', failure = null where ano = $1`, [ano]);
  },
);

it('has its network record and files once they are delivered, and the playback copy only once the parts of the bundle can be read', async () => {
  const { holder, ano } = await givenSession();
  const { fence } = await lease();
  const { pool } = service.database;
  const resources = { total: 9, whole: 8, bytes: 7_000 };
  const size = { size: 5, sha256: 'a'.repeat(64), sm3: 'b'.repeat(64), crc32: 1 };
  const artifact = { kind: 'recording', path: 'recording.mkv', mediaType: 'video/x-matroska', ...size } as const;
  const delivery = {
    report: { session: sessionFacts, resources } as CaptureReport,
    artifacts: [artifact],
    clock: null,
  };
  const { data: before } = await ask(calls.sessionInfo, { ano }, { as: holder.token });
  await insertDelivery(pool, { ano, fence }, delivery, service.now);
  const find = async () => {
    const { playback } = (await ask(calls.sessionInfo, { ano }, { as: holder.token })).data;
    const path = 'data/derived/playback.mp4';
    const { refused } = await ask(attestationCalls.file, { ano, path }, { as: holder.token });
    return { playback, refused };
  };

  await pool.query(`update attestation set step = 'stamp', rung = 'stamped' where ano = $1`, [ano]);
  const hashed = await find();
  await pool.query(`update attestation set manifest_sha256 = sha256('') where ano = $1`, [ano]);
  const sealed = await find();

  const { data: after } = await ask(calls.sessionInfo, { ano }, { as: holder.token });
  expect([before.network, before.files]).toEqual([null, []]);
  expect(after.network).toEqual({ requests: 9, whole: 8, sizeBytes: 7_000 });
  expect(after.files).toEqual([
    { path: 'recording.mkv', mediaType: 'video/x-matroska', sizeBytes: 5, sha256: 'a'.repeat(64) },
  ]);
  expect(hashed).toEqual({ playback: null, refused: 'NOT_FOUND' });
  expect(sealed.playback).toMatch(/playback\.mp4$/);
  await pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
});

/** The first chunk of a recording, or one that doesn't follow any other. */
function chunkOf(ano: string, n: number) {
  const [video, events] = [Buffer.from('a picture'), Buffer.from('an event\n')];
  const rangeOf = (part: Buffer) => ({ offset: 0, size: part.length, sha256: sha256Hex(part) });
  const rest = {
    n,
    fromMs: n * 4_000,
    toMs: (n + 1) * 4_000,
    frames: 1,
    video: rangeOf(video),
    events: rangeOf(events),
    previous: sha256Hex(startBytes(ano, service.now.toISOString())),
  };
  const chunk = { ...rest, head: sha256Hex(chunkBytes(rest)) };
  return { chunk, bytes: Buffer.concat([video, events]) };
}

describe('a session whose node was lost', () => {
  const report = (offer: LeaseOffer, path: string, payload: object) =>
    service.app.inject({
      method: 'POST',
      url: `/node/lease/${offer.ano}/${offer.fence}/${path}`,
      headers: { authorization: `Bearer ${nodeToken}` },
      payload,
    });
  const clock = () => ({ sentAt: service.now.toISOString(), offset: { offsetMs: 0, uncertaintyMs: 5 } });
  const postEvents = (offer: LeaseOffer, events: object[], from = 0) =>
    report(offer, 'events', {
      events: events.map((event, i) => ({ n: from + i, at: service.now.toISOString(), event })),
      clock: clock(),
    });

  it('stops counting and costs nothing once it was cancelled or has failed', async () => {
    const running = await givenSession();
    const offer = await lease();
    await markStarted(service.database.pool, running.ano, new Date(service.now.getTime() - 270_000));
    const timeOf = async () =>
      (await ask(calls.sessionInfo, { ano: running.ano }, { as: running.holder.token })).data.time;
    await postEvents(offer, [{ type: 'chunk', ...chunkOf(running.ano, 0).chunk }]);
    const move = (state: string, step: string | null) =>
      service.database.pool.query(setState, [running.ano, state, step]);

    const times = [await timeOf()];
    for (const [state, step] of [
      ['capturing', 'pack'],
      ['failed', null],
      ['cancelled', null],
    ] as const) {
      await move(state, step);
      times.push(await timeOf());
    }

    expect(times.map(({ usedMs, chargedMinutes }) => [usedMs, chargedMinutes])).toEqual([
      [expect.toSatisfy((ms: number) => ms >= 270_000), 5],
      [4_000, 1],
      [4_000, 0],
      [4_000, 0],
    ]);
  });

  it('waits for another node if nothing was recorded yet', async () => {
    const { holder, ano } = await givenSession();
    const offer = await lease();

    await report(offer, 'left', { failure: null });

    const { data } = await ask(calls.sessionInfo, { ano }, { as: holder.token });
    expect(data.time.state).toBe('queuing');
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('fails at no cost if no part of the recording arrived, and is never restarted automatically', async () => {
    const { holder, ano } = await givenSession();
    const offer = await lease();
    const { chunk } = chunkOf(ano, 0);
    expect((await postEvents(offer, [{ type: 'chunk', ...chunk }])).statusCode).toBe(200);

    await report(offer, 'left', { failure: null });

    const { data } = await ask(calls.sessionInfo, { ano }, { as: holder.token });
    expect(data).toMatchObject({ time: { state: 'failed' }, attestation: { cost: { state: 'released' } } });
  });

  it('is sealed up to the last chunk that arrived, each of which must continue the chain', async () => {
    const { ano } = await givenSession();
    const offer = await lease();
    const { chunk, bytes } = chunkOf(ano, 0);
    await postEvents(offer, [{ type: 'chunk', ...chunk }]);
    const put = (payload: Buffer, n = 0) =>
      service.app.inject({
        method: 'PUT',
        url: `/node/lease/${offer.ano}/${offer.fence}/chunks/${n}`,
        headers: { authorization: `Bearer ${nodeToken}`, 'content-type': 'application/octet-stream' },
        payload,
      });

    const altered = await put(Buffer.from(bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte))));
    const unknown = await put(bytes, 1);
    const stored = [await put(bytes), await put(bytes)];
    const foreign = await postEvents(offer, [{ type: 'chunk', ...chunkOf('PK-OTHER', 1).chunk }], 1);
    await report(offer, 'left', { failure: null });

    expect([altered, unknown, ...stored, foreign].map(({ statusCode }) => statusCode)).toEqual([
      400, 404, 204, 204, 400,
    ]);
    const { rows } = await service.database.pool.query(
      `select state, step, leased_until from attestation where ano = $1`,
      [ano],
    );
    expect(rows).toEqual([{ state: 'capturing', step: 'pack', leased_until: null }]);
    await service.database.pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
  });
});

describe('the connection between window and node', () => {
  it('forwards input, frames and states, and tells the node who is connected', async () => {
    const { node, window, ano, holder } = await givenRunning();

    window.send(move(5));
    const frame = Buffer.concat([Buffer.alloc(frameHeader.bytes, 9), Buffer.from('ffd8ffe0', 'hex')]);
    node.socket.send(frame);
    await expect.poll(() => node.messages).toContainEqual(move(5));
    await expect.poll(() => window.frames).toEqual([frame]);
    window.socket.close();

    await expect.poll(() => typesOf(node.messages)).toEqual(['present', 'wall', 'present', 'mouse', 'present']);
    expect(node.messages[0]).toEqual({ type: 'present', is: false });
    expect(node.messages.at(-1)).toEqual({ type: 'present', is: false });
    await ask(calls.cancelSession, { ano }, { as: holder.token });
    expect(await node.closed).toBe(1005);
  });

  it('tells the node to stop, even one that connects later, and refuses a second stop', async () => {
    const { holder, ano } = await givenSession();
    const offer = await lease();

    await ask(calls.stopSession, { ano, isFull: true }, { as: holder.token });
    const second = await ask(calls.stopSession, { ano }, { as: holder.token });
    const node = await connectNode(offer);

    await expect.poll(() => node.messages).toContainEqual({ type: 'stop', isFull: true });
    expect(second.refused).toBe('STATE_FORBIDS');
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('lets a second window take over only if its user requests it', async () => {
    const { holder, ano, window, node } = await givenRunning();

    const asking = await connectWindow(ano, await ticketFor(ano, holder, { windowId: 'b' }));
    expect(await asking.closed).toBe(liveCloses.held);
    window.send(move(6));
    await expect.poll(() => node.messages).toContainEqual(move(6));
    const other = await connectWindow(ano, await ticketFor(ano, holder, { windowId: 'b', takesOver: true }));
    other.send(move(7));

    expect(await window.closed).toBe(liveCloses.taken);
    expect(typesOf(window.messages)).toContain('taken');
    await expect.poll(() => node.messages).toContainEqual(move(7));
    expect(node.messages.at(-2)).toEqual({ type: 'present', is: true });
    const again = await connectWindow(ano, await ticketFor(ano, holder, { windowId: 'b' }));
    expect(await other.closed).toBe(liveCloses.taken);
    await expect.poll(() => typesOf(again.messages)).toContain('connected');
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('forwards pieces of a file, except one that is too large', async () => {
    const { holder, ano, window, node } = await givenRunning();

    window.socket.send(Buffer.alloc(pieceBytes.each, 7));
    await expect.poll(() => node.frames).toEqual([Buffer.alloc(pieceBytes.each, 7)]);
    window.socket.send(Buffer.alloc(pieceBytes.each + 1));

    expect(await window.closed).toBe(liveCloses.invalid);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('forwards selected text once for each time that the window asked for it', async () => {
    const { holder, ano, window, node } = await givenRunning();
    const copied = (text: string) => ({ type: 'copied', text });

    node.send(copied('unasked'));
    window.send({ type: 'copy' });
    await expect.poll(() => typesOf(node.messages)).toContain('copy');
    node.send(copied('asked'));
    node.send(copied('again'));
    node.send({ type: 'pong', at: 1 });
    await expect.poll(() => typesOf(window.messages)).toContain('pong');

    expect(window.messages.filter(({ type }) => type === 'copied')).toEqual([copied('asked')]);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('weighs expensive actions more in the rate limit', async () => {
    const { holder, ano, window, node } = await givenRunning();

    for (let i = 0; i < 50; i++) window.send({ type: 'snapshot', note: '' });
    window.send({ type: 'ack', frame: 1 });

    await expect.poll(() => typesOf(node.messages)).toContain('ack');
    expect(node.messages.filter(({ type }) => type === 'snapshot').length).toBeLessThan(12);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('ends control within two seconds of signing out', async () => {
    const { holder, window, node, ano } = await givenRunning();
    const startedAt = performance.now();

    await ask(accountCalls.logout, {}, { as: holder.token });

    expect(await window.closed).toBe(liveCloses.signedOut);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await expect.poll(() => node.messages.at(-1)).toEqual({ type: 'present', is: false });
    await service.database.pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
  });

  it('accepts nothing from a signed-out or refused window that ignores the close', async () => {
    const { holder, ano } = await givenSession();
    const node = await connectNode(await lease());
    const invalid = await connectDeaf(ano, await ticketFor(ano, holder));
    invalid.send({ type: 'unknown' });
    await expect.poll(() => invalid.isClosing(liveCloses.invalid)).toBe(true);
    invalid.send(move(8));
    const signedOut = await connectDeaf(ano, await ticketFor(ano, holder));
    signedOut.send(move(1));
    await expect.poll(() => node.messages).toContainEqual(move(1));
    await ask(accountCalls.logout, {}, { as: holder.token });
    await expect.poll(() => signedOut.isClosing(liveCloses.signedOut)).toBe(true);
    signedOut.send(move(9));
    await sleep(200);

    expect(node.messages).not.toContainEqual(move(8));
    expect(node.messages).not.toContainEqual(move(9));
    for (const { socket } of [invalid, signedOut]) socket.destroy();
    await service.database.pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
  });

  it('ends a half-open connection, and the node learns that its user is away', async () => {
    const { holder, ano } = await givenSession();
    const node = await connectNode(await lease());
    const silent = await connectDeaf(ano, await ticketFor(ano, holder));
    await expect.poll(() => node.messages).toContainEqual({ type: 'present', is: true });

    await new Promise((resolve) => silent.socket.on('close', resolve));

    await expect.poll(() => node.messages.at(-1)).toEqual({ type: 'present', is: false });
    expect(node.socket.readyState).toBe(WebSocket.OPEN);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('ends control when the sign-in expires', async () => {
    const { holder, ano, window } = await givenRunning();
    const startedAt = performance.now();
    const past = new Date(service.now.getTime() - 1);

    await service.database.pool.query(`update session set expires_at = $1 where token_sha256 = $2`, [
      past,
      digestOf(holder.token),
    ]);

    expect(await window.closed).toBe(liveCloses.signedOut);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    await service.database.pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
  });

  it('issues and accepts no ticket after signing out', async () => {
    const { holder, ano } = await givenSession();
    await lease();
    const ticket = await ticketFor(ano, holder);
    await ask(accountCalls.logout, {}, { as: holder.token });

    expect((await ask(calls.sessionTicket, { ano }, { as: holder.token })).status).toBe(401);
    await expect(connectWindow(ano, ticket)).rejects.toThrow('403');
    await service.database.pool.query(`update attestation set state = 'cancelled' where ano = $1`, [ano]);
  });

  it('survives 10,000 events at once from a window, and a frame of 10 MiB from a node', async () => {
    const { holder, ano, offer, window, node } = await givenRunning();
    for (let i = 0; i < 10_000; i++) window.send(move(i % 1_000));

    expect(await window.closed).toBe(liveCloses.tooMany);
    expect(node.messages.filter(({ type }) => type === 'mouse').length).toBeLessThan(1_200);
    const next = await connectWindow(ano, await ticketFor(ano, holder));
    node.socket.send(Buffer.alloc(10 * 2 ** 20));
    expect(await node.closed).toBe(1009);
    const again = await connectNode(offer);
    next.send(move(3));
    await expect.poll(() => again.messages).toContainEqual(move(3));
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('stays connected when an earlier connection closes late', async () => {
    const { holder, ano } = await givenSession();
    const offer = await lease();
    const before = await connectNode(offer);
    const stale = await connectDeaf(ano, await ticketFor(ano, holder));
    stale.send({ type: 'unknown' });
    await expect.poll(() => stale.isClosing(liveCloses.invalid)).toBe(true);
    before.socket.close();
    await before.closed;
    await connectNode(offer);
    await connectWindow(ano, await ticketFor(ano, holder));
    stale.socket.destroy();
    await sleep(200);

    const window = await connectWindow(ano, await ticketFor(ano, holder, { takesOver: true }));

    await expect.poll(() => typesOf(window.messages)).toContain('connected');
    expect(typesOf(window.messages)).not.toContain('waiting');
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('forwards acknowledgements even above the rate limit', async () => {
    const { holder, ano, window, node } = await givenRunning();
    const acks = Array.from({ length: 10 }, (_, frame): LiveInput => ({ type: 'ack', frame }));

    for (let i = 0; i < 2_000; i++) window.send(move(i));
    for (const ack of acks) window.send(ack);

    await expect.poll(() => typesOf(window.messages)).toContain('slow');
    await expect.poll(() => node.messages.filter(({ type }) => type === 'ack')).toEqual(acks);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });

  it('refuses a reused or expired ticket, another session, another origin and a wrong node token', async () => {
    const { holder, ano } = await givenSession();
    const offer = await lease();
    const used = await ticketFor(ano, holder);
    await connectWindow(ano, used);
    const old = await ticketFor(ano, holder);
    await service.database.pool.query(`update live_ticket set expires_at = now() - interval '1 day'`);
    const other = await givenSession(holder);
    const foreign = await ticketFor(ano, holder);
    const elsewhere = await ticketFor(other.ano, holder);

    await expect(connectWindow(ano, used)).rejects.toThrow('403');
    await expect(connectWindow(ano, old)).rejects.toThrow('403');
    await expect(connectWindow(ano, elsewhere)).rejects.toThrow('403');
    await expect(connectWindow(ano, foreign, 'https://attacker.example')).rejects.toThrow('403');
    await expect(connectNode(offer, 'wrong')).rejects.toThrow('403');
    await expect(connectNode({ ...offer, ano: other.ano })).rejects.toThrow('409');
    for (const one of [ano, other.ano]) await ask(calls.cancelSession, { ano: one }, { as: holder.token });
  });

  it('closes on oversized or malformed messages, and drops messages beyond the rate', async () => {
    const { holder, ano, window, node } = await givenRunning();
    for (let i = 0; i < 2_000; i++) window.send(move(i));
    await expect.poll(() => typesOf(window.messages)).toContain('slow');
    const passed = node.messages.filter(({ type }) => type === 'mouse').length;
    window.send({ type: 'navigate', url: 'x'.repeat(9_000) });

    expect(passed).toBeLessThan(1_200);
    expect(await window.closed).toBe(liveCloses.invalid);
    const again = await connectWindow(ano, await ticketFor(ano, holder));
    again.socket.send('x'.repeat(10 * 2 ** 20));
    expect(await again.closed).toBe(1009);
    expect(node.socket.readyState).toBe(WebSocket.OPEN);
    await ask(calls.cancelSession, { ano }, { as: holder.token });
  });
});
