import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { roomRecordingStep } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  videoRoomCalls as calls,
  consoleVideoRoomCalls as consoleCalls,
  phoneSigningCalls,
  type RoomOutput,
  reservationCalls,
  roomCloses,
  roomInputBytes,
  roomProtocol,
  roomSocketPath,
  videoRoomLimits,
} from '@proofkeep/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { formFile } from '../../testing/form-file.ts';
import { type Login, useService } from '../../testing/service.ts';
import { idNumber, type Notary, useMatters } from '../notarization/testing/matters.ts';
import { type OnPhone, recording, usePhone } from '../phone-signing/testing/on-phone.ts';
import { sweepRooms, watchRooms } from './watch.ts';

const service = useService();
const { ask } = service;
const matters = useMatters(service);
const phone = usePhone(service, matters);

let origin: string;
const opened: WebSocket[] = [];
beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

interface Booked {
  id: string;
  nid: string;
  holder: Login;
  notary: Notary;
  parties: OnPhone[];
}

/** A matter with a booked video session whose time comes soon, and its two parties signed in on the phone. */
async function booked(minutesBefore = 5): Promise<Booked> {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const two = ['王芳', '李强'].map((name, at) => ({
    kind: 'person' as const,
    role: at === 0 ? ('applicant' as const) : ('counterparty' as const),
    name,
    idNumber: idNumber(),
    phone: service.given.phone(),
  }));
  const { id, no } = await matters.ready(holder, notary, { parties: two }, { needsSession: true });
  const as = { as: holder.token };
  const { slots } = (await ask(reservationCalls.sessionSlots, { id }, as)).data;
  const startsAt = slots[0]?.startsAt ?? '';
  await ask(reservationCalls.bookSession, { id, startsAt, way: 'video' }, as);
  service.now = new Date(Date.parse(startsAt) - minutesBefore * 60_000);
  // Sessions of staff have expired until then.
  const again = await service.given.staff('notary');
  await service.database.pool.query('update staff_session set staff_id = $1 where staff_id = $2', [
    notary.staffId,
    again.staffId,
  ]);
  const parties: OnPhone[] = [];
  for (const { id: partyId } of (await matters.info(await relogged(holder), id)).people)
    parties.push(await phone.signIn(no, partyId));
  return { id, nid: no, holder: await relogged(holder), notary: { ...notary, token: again.token }, parties };
}

/** The holder's session with a life from now on. */
async function relogged(holder: Login): Promise<Login> {
  await service.database.pool.query(`update session set expires_at = $1, seen_at = $2 where login_id = $3`, [
    new Date(service.now.getTime() + 86_400_000),
    service.now,
    holder.loginId,
  ]);
  return holder;
}

const consent = async ({ nid, as }: OnPhone) => {
  const { room } = (await ask(calls.partyRoom, { nid }, as)).data;
  return ask(calls.consentToRecording, { nid, sha256: room?.consent.sha256 ?? '' }, as);
};

async function connect(roomId: string, ticket: string, from = origin) {
  const url = `${origin.replace('http', 'ws')}${roomSocketPath(roomId)}`;
  const socket = new WebSocket(url, [roomProtocol, `ticket.${ticket}`], { headers: { origin: from } });
  opened.push(socket);
  const messages: RoomOutput[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve).on('error', reject);
    socket.on('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
  });
  const seen = async <Type extends RoomOutput['type']>(type: Type) => {
    for (let tries = 0; tries < 60; tries++) {
      const found = messages.findLast((one) => one.type === type);
      if (found) return found as Extract<RoomOutput, { type: Type }>;
      await sleep(50);
    }
    throw new Error(`No ${type} came: ${JSON.stringify(messages)}`);
  };
  return { socket, messages, closed, seen, send: (input: object) => socket.send(JSON.stringify(input)) };
}

const enterAsParty = async ({ nid, as }: OnPhone) => {
  const { data } = await ask(calls.partyRoomTicket, { nid }, as);
  return connect(data.roomId, data.ticket);
};
const enterAsNotary = async ({ id, notary }: Booked) => {
  const { data } = await ask(consoleCalls.notaryRoomTicket, { id }, { as: notary.token });
  return connect(data.roomId, data.ticket);
};

const sendChunk = async (
  { id, notary }: Pick<Booked, 'id' | 'notary'>,
  o: { recordingId: string; at: number; bytes: Buffer; sha256?: string },
) => {
  const { recordingId, at, bytes, sha256 = sha256Hex(bytes) } = o;
  const path = consoleCalls.sendRecordingChunk.path
    .replace('{id}', id)
    .replace('{recordingId}', recordingId)
    .replace('{at}', String(at));
  const { headers, payload } = formFile(bytes);
  const response = await service.app.inject({
    method: 'PUT',
    url: `${path}?sha256=${sha256}`,
    headers: { ...headers, 'x-auth-token': notary.token },
    payload,
  });
  const { errorCode, data } = response.json<{ errorCode?: string; data: { chunks: number; head: string } }>();
  return { refused: errorCode ?? null, data };
};

describe('a video room', () => {
  it('admits the notary of the matter and the parties who consented, and no other person', async () => {
    const one = await booked();
    const { id, notary, parties } = one;
    const [party, other] = parties as [OnPhone, OnPhone];
    const colleague = await matters.notary(notary.officeId);
    const stranger = await matters.notary();
    const refusedOf = async (token: string) =>
      (await ask(consoleCalls.notaryRoomTicket, { id }, { as: token })).refused;

    expect((await ask(calls.partyRoomTicket, { nid: one.nid }, party.as)).refused).toBe('STATE_FORBIDS');
    expect((await consent(party)).refused).toBeNull();
    const { data } = await ask(calls.partyRoomTicket, { nid: one.nid }, party.as);
    expect((await ask(calls.partyRoomTicket, { nid: one.nid }, other.as)).refused).toBe('STATE_FORBIDS');
    expect([await refusedOf(colleague.token), await refusedOf(stranger.token)]).toEqual(['STATE_FORBIDS', 'NOT_FOUND']);

    const elsewhere = await booked();
    await expect(
      connect(
        (await ask(consoleCalls.notaryRoom, { id: elsewhere.id }, { as: elsewhere.notary.token })).data.room?.id ?? '',
        data.ticket,
      ),
    ).rejects.toThrow('403');
  });

  it('admits one connection per ticket, soon after it was issued, and only from our pages', async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);
    const ticketNow = async () => (await ask(calls.partyRoomTicket, { nid: one.nid }, party.as)).data;
    const { roomId, ticket } = await ticketNow();
    await connect(roomId, ticket);

    await expect(connect(roomId, ticket)).rejects.toThrow('403');
    const late = await ticketNow();
    service.now = new Date(service.now.getTime() + 31_000);
    await expect(connect(roomId, late.ticket)).rejects.toThrow('403');
    await expect(connect(roomId, (await ticketNow()).ticket, 'https://evil.example')).rejects.toThrow('403');
    await expect(connect(roomId, 'guessed')).rejects.toThrow('403');
  });

  it('passes signals between people who are present once the notary began, and drops those for earlier connections', async () => {
    const one = await booked();
    const [party] = one.parties as [OnPhone];
    await consent(party);
    const guest = await enterAsParty(party);
    const notary = await enterAsNotary(one);
    const { person } = await guest.seen('joined');
    const signal = { kind: 'description', type: 'offer', sdp: 'v=0' };
    const offer = { type: 'signal', to: 'notary', connection: person.connection, signal };

    guest.send(offer);
    await sleep(100);
    expect(notary.messages.filter(({ type }) => type === 'signal')).toEqual([]);
    expect((await ask(consoleCalls.openRoom, { id: one.id }, { as: one.notary.token })).refused).toBeNull();
    await guest.seen('room');
    guest.send({ ...offer, connection: person.connection - 1 });
    guest.send(offer);

    expect(await notary.seen('signal')).toMatchObject({ from: party.partyId, signal });
    expect(notary.messages.filter(({ type }) => type === 'signal')).toHaveLength(1);
    const { data } = await ask(phoneSigningCalls.partyMatter, { nid: one.nid }, party.as);
    expect(data.state).toBe('session');
  });

  it('contains each person once: a second window takes over, and the others see them leave and return', async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);
    const notary = await enterAsNotary(one);
    const first = await enterAsParty(party);

    const second = await enterAsParty(party);

    expect(await first.closed).toBe(roomCloses.taken);
    expect((await second.seen('welcome')).people.map(({ id }) => id)).toEqual(['notary']);
    await sleep(50);
    expect(notary.messages.map(({ type }) => type)).toEqual(['welcome', 'joined', 'left', 'joined']);
  });

  it('counts as recorded only once the browser of the notary says so of everyone present', async () => {
    const one = await booked();
    const [party, other] = one.parties as [OnPhone, OnPhone];
    await consent(party);
    await consent(other);
    const notary = await enterAsNotary(one);
    const first = await enterAsParty(party);
    notary.send({ type: 'recording', is: true });
    expect((await first.seen('recording')).is).toBe(true);

    const second = await enterAsParty(other);

    expect((await second.seen('welcome')).isRecorded).toBe(false);
    await expect.poll(() => first.messages.findLast(({ type }) => type === 'recording')).toMatchObject({ is: false });
  });

  it('ends the connection of a session that was signed out or whose staff member was disabled, within two seconds', async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);
    const [guest, notary] = [await enterAsParty(party), await enterAsNotary(one)];
    const began = Date.now();

    await ask(phoneSigningCalls.partySignOut, { nid: one.nid }, party.as);
    await service.database.pool.query('delete from staff_session where staff_id = $1', [one.notary.staffId]);

    expect([await guest.closed, await notary.closed]).toEqual([roomCloses.signedOut, roomCloses.signedOut]);
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  it('records one stay in the journal for a person whose second window took over', async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);
    const events = async () =>
      (await matters.info(one.holder, one.id)).journal
        .map(({ event }) => event)
        .filter((event) => /^room-(e|l)/.test(event));
    const first = await enterAsParty(party);
    await first.seen('welcome');
    await enterAsNotary(one);
    await enterAsParty(party);
    await first.closed;
    await expect.poll(events).toEqual(['room-entered', 'room-entered']);

    await ask(consoleCalls.openRoom, { id: one.id }, { as: one.notary.token });
    await ask(consoleCalls.endRoom, { id: one.id }, { as: one.notary.token });

    await expect
      .poll(events, { timeout: 5_000 })
      .toEqual(['room-entered', 'room-entered', 'room-ended', 'room-left', 'room-left']);
  });

  it('is polled by a page that does not keep an idle notary signed in', async () => {
    const { id, notary } = await booked();
    const watch = async () => (await ask(consoleCalls.notaryRoom, { id }, { as: notary.token })).refused;
    const hour = 3_600_000;
    const began = service.now.getTime();
    const refused = [];
    for (const at of [0.9, 1.8, 2.1]) {
      service.now = new Date(began + at * hour);
      refused.push(await watch());
    }
    service.now = new Date(began);

    expect(refused).toEqual([null, null, 'SESSION_INVALID']);
  });

  it('disconnects a browser that sends invalid, too large or too many messages', async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);

    const wrong = await enterAsParty(party);
    wrong.send({ type: 'signal', to: 'everyone' });
    expect(await wrong.closed).toBe(roomCloses.invalid);

    const large = await enterAsParty(party);
    large.socket.on('error', () => {});
    large.socket.send('x'.repeat(10 * 2 ** 20));
    expect(await large.closed).toBeOneOf([1006, 1009]);
    expect(roomInputBytes).toBeLessThan(2 ** 16);

    const flood = await enterAsParty(party);
    for (let n = 0; n < 2_000; n++) flood.send({ type: 'ping', at: n });
    expect(await flood.closed).toBe(roomCloses.tooMany);
  });

  it('opens fifteen minutes before its time, and lapses if its session is moved', async () => {
    const one = await booked(20);
    const party = one.parties[0] as OnPhone;
    await consent(party);
    expect((await ask(calls.partyRoomTicket, { nid: one.nid }, party.as)).refused).toBe('STATE_FORBIDS');
    service.now = new Date(service.now.getTime() + 10 * 60_000);
    const guest = await enterAsParty(party);

    await ask(reservationCalls.releaseSession, { id: one.id, reason: '时间冲突' }, { as: one.holder.token });
    await watchRooms(watchDeps());

    expect(await guest.closed).toBeOneOf([roomCloses.over, roomCloses.signedOut]);
    expect((await ask(calls.partyRoom, { nid: one.nid }, party.as)).data.room?.state).toBe('lapsed');
    expect((await ask(consoleCalls.openRoom, { id: one.id }, { as: one.notary.token })).refused).toBe('STATE_FORBIDS');
  });
});

const watchDeps = () => {
  const { database, store, services, jobs } = service;
  return { database, store, vault: services.vault, clock: () => service.now, jobs: () => jobs };
};

describe('the recording of a session', () => {
  const pieces = (count: number) => [recording(), ...Array.from({ length: count - 1 }, (_, n) => Buffer.alloc(900, n))];
  const headAfter = (head: string, sent: readonly Buffer[]) =>
    sent.reduce(
      (before, bytes) => sha256Hex(roomRecordingStep(Buffer.from(before, 'hex'), Buffer.from(sha256Hex(bytes), 'hex'))),
      head,
    );
  const begun = async () => {
    const one = await booked();
    const party = one.parties[0] as OnPhone;
    await consent(party);
    await ask(consoleCalls.openRoom, { id: one.id }, { as: one.notary.token });
    const input = { id: one.id, personId: party.partyId, mediaType: 'video/webm' as const };
    const { data } = await ask(consoleCalls.beginRecording, input, { as: one.notary.token });
    return { ...one, ...data };
  };

  it('is a chain of pieces in order, each once, with head and digest in the journal', async () => {
    const one = await begun();
    const { id, recordingId, head, holder } = one;
    const sent = pieces(3);
    const as = { as: one.notary.token };

    expect((await sendChunk(one, { recordingId, at: 1, bytes: sent[1] as Buffer })).refused).toBe('UPLOAD_INCOMPLETE');
    for (const [at, bytes] of sent.entries())
      expect((await sendChunk(one, { recordingId, at, bytes })).data.head).toBe(headAfter(head, sent.slice(0, at + 1)));
    const again = await sendChunk(one, { recordingId, at: 1, bytes: sent[1] as Buffer });
    const other = await sendChunk(one, { recordingId, at: 1, bytes: Buffer.from('another') });
    const wrong = await sendChunk(one, { recordingId, at: 3, bytes: Buffer.from('x'), sha256: '0'.repeat(64) });
    expect([again.refused, other.refused, wrong.refused]).toEqual([null, 'FILE_DIFFERS', 'FILE_DIFFERS']);

    const end = { id, recordingId, chunks: 3, head: headAfter(head, sent) };
    expect((await ask(consoleCalls.finishRecording, { ...end, chunks: 4 }, as)).refused).toBe('UPLOAD_INCOMPLETE');
    expect((await ask(consoleCalls.finishRecording, { ...end, head }, as)).refused).toBe('FILE_DIFFERS');
    const finished = await ask(consoleCalls.finishRecording, end, as);
    const file = Buffer.concat(sent);
    expect(finished.data).toMatchObject({
      sha256: sha256Hex(file),
      sizeBytes: file.length,
      isComplete: true,
      isEmpty: false,
    });
    expect((await sendChunk(one, { recordingId, at: 3, bytes: Buffer.from('more') })).refused).toBe('RECORDING_CLOSED');

    const { journal } = await matters.info(holder, id);
    expect(journal.findLast(({ event }) => event === 'recording-finished')?.detail).toMatchObject({
      recordingId,
      chunks: 3,
      head: end.head,
      sha256: sha256Hex(file),
    });
    const url = calls.matterRecording.path.replace('{id}', id).replace('{recordingId}', recordingId);
    const part = await service.app.inject({
      url,
      headers: { 'x-auth-token': holder.token, range: `bytes=${file.length - 901}-${file.length - 899}` },
    });
    expect(part.rawPayload).toEqual(file.subarray(file.length - 901, file.length - 898));
    const stranger = await service.given.login();
    expect((await ask(calls.matterRecordings, { id }, { as: stranger.token })).refused).toBe('NOT_FOUND');
  });

  it('has its head in the journal every five minutes, and accepts only video', async () => {
    const one = await begun();
    const { recordingId } = one;
    const text = await sendChunk(one, { recordingId, at: 0, bytes: Buffer.from('no video at all') });
    for (const [at, bytes] of pieces(videoRoomLimits.headEvery).entries())
      await sendChunk(one, { recordingId, at, bytes });

    expect(text.refused).toBe('UPLOAD_TYPE');
    const { journal } = await matters.info(one.holder, one.id);
    expect(journal.filter(({ event }) => event === 'recording-head').map(({ detail }) => detail.chunks)).toEqual([
      videoRoomLimits.headEvery,
    ]);
  });

  it('is finished with the pieces that arrived if the browser never returns, and states that the end may be missing', async () => {
    const one = await begun();
    const { recordingId } = one;
    const sent = pieces(2);
    for (const [at, bytes] of sent.entries()) await sendChunk(one, { recordingId, at, bytes });
    await ask(consoleCalls.endRoom, { id: one.id }, { as: one.notary.token });
    const { database, store } = service;
    const deps = watchDeps();
    const now = service.now;

    await watchRooms(deps);
    service.now = new Date(now.getTime() + (videoRoomLimits.sendingMinutes + 1) * 60_000);
    await watchRooms(deps);
    await sweepRooms({ database, store }, new Date(now.getTime() + 3 * 86_400_000));
    service.now = now;

    const { data } = await ask(calls.matterRecordings, { id: one.id }, { as: one.holder.token });
    expect(data.list).toMatchObject([{ sha256: sha256Hex(Buffer.concat(sent)), isComplete: false, chunks: 2 }]);
  });

  it('says that nothing was recorded if no picture and sound arrived, however it is finished', async () => {
    const one = await begun();
    const { id, recordingId, head, holder, notary } = one;
    const as = { as: notary.token };
    const input = { id, personId: 'notary' as const, mediaType: 'video/webm' as const };
    const abandoned = (await ask(consoleCalls.beginRecording, input, as)).data.recordingId;

    const finished = await ask(consoleCalls.finishRecording, { id, recordingId, chunks: 0, head }, as);
    await ask(consoleCalls.endRoom, { id }, as);
    const now = service.now;
    service.now = new Date(now.getTime() + (videoRoomLimits.sendingMinutes + 1) * 60_000);
    await watchRooms(watchDeps());
    service.now = now;

    const nothing = { isComplete: false, isEmpty: true, sha256: null, sizeBytes: 0 };
    expect(finished.data).toMatchObject(nothing);
    const { list } = (await ask(calls.matterRecordings, { id }, { as: holder.token })).data;
    expect(list).toMatchObject([nothing, nothing]);
    const { journal } = await matters.info(holder, id);
    const ends = journal.filter(({ event }) => /^recording-(empty|finished)$/.test(event));
    expect(ends.map(({ event, detail }) => [event, detail.recordingId])).toEqual([
      ['recording-empty', recordingId],
      ['recording-empty', abandoned],
    ]);
    expect((await ask(calls.matterRecording, { id, recordingId }, { as: holder.token })).refused).toBe('NOT_FOUND');
  });

  it('is finished by its stored pieces if an update of the service cannot continue its digest', async () => {
    const one = await begun();
    const { id, recordingId, head } = one;
    const sent = pieces(3);
    const forget = () =>
      service.database.pool.query(`update room_recording set sha256_state = '\\x00' where id = $1`, [recordingId]);
    for (const [at, bytes] of sent.entries()) {
      await sendChunk(one, { recordingId, at, bytes });
      if (at !== 1) await forget();
    }

    const end = { id, recordingId, chunks: 3, head: headAfter(head, sent) };
    const finished = await ask(consoleCalls.finishRecording, end, { as: one.notary.token });

    expect(finished.data.sha256).toBe(sha256Hex(Buffer.concat(sent)));
  });

  it('does not begin for a party who has not consented', async () => {
    const one = await begun();
    const input = { id: one.id, mediaType: 'video/webm' as const };
    const begin = async (personId: string) =>
      (await ask(consoleCalls.beginRecording, { ...input, personId }, { as: one.notary.token })).refused;
    const other = one.parties[1] as OnPhone;

    expect(await begin(other.partyId)).toBe('STATE_FORBIDS');
    await consent(other);
    expect([await begin(other.partyId), await begin('notary')]).toEqual([null, null]);
  });

  it('accepts pieces for a limited time after the room ended, even if they keep coming', async () => {
    const one = await begun();
    const { recordingId } = one;
    const [first, second, third] = pieces(3) as [Buffer, Buffer, Buffer];
    await sendChunk(one, { recordingId, at: 0, bytes: first });
    await ask(consoleCalls.endRoom, { id: one.id }, { as: one.notary.token });
    const end = service.now.getTime();
    const afterMinutes = (minutes: number) => {
      service.now = new Date(end + minutes * 60_000);
    };

    afterMinutes(videoRoomLimits.sendingMinutes - 1);
    await service.database.pool.query('update staff_session set seen_at = $1 where staff_id = $2', [
      service.now,
      one.notary.staffId,
    ]);
    expect((await sendChunk(one, { recordingId, at: 1, bytes: second })).refused).toBeNull();
    afterMinutes(videoRoomLimits.sendingMinutes + 1);
    expect((await sendChunk(one, { recordingId, at: 2, bytes: third })).refused).toBe('RECORDING_CLOSED');
  });

  it('is referenced by answers, which state their time in it', async () => {
    const one = await begun();
    const { id, recordingId, holder, notary } = one;
    const question = { question: '您是否自愿办理？', answer: '是的，自愿。', partyId: null };
    const answer = { id, place: 1, question, recordingId, recordedMs: 1_500 };
    service.now = new Date(service.now.getTime() + 4_000);

    expect((await ask(consoleCalls.recordRoomAnswer, { ...answer, place: 5 }, { as: notary.token })).refused).toBe(
      'INPUT_INVALID',
    );
    expect((await ask(consoleCalls.recordRoomAnswer, answer, { as: notary.token })).refused).toBeNull();

    expect((await matters.seen(id, notary)).questions).toContainEqual({ ...question, written: null });
    const { journal } = await matters.info(holder, id);
    expect(journal.findLast(({ event }) => event === 'room-answer')?.detail).toMatchObject({
      recordingId,
      recordedMs: 1_500,
      openMs: 4_000,
    });
  });
});
