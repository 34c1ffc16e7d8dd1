import {
  reservationCalls as calls,
  consoleReservationCalls as consoleCalls,
  roomLinkPath,
  usualSessionHours,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import type { Login } from '../../../testing/service.ts';
import { useService } from '../../../testing/service.ts';
import { idNumber, type Notary, useMatters } from '../testing/matters.ts';
import { remindOfSessions } from './reminders.ts';
import { timeText } from './time-text.ts';

const service = useService();
const matters = useMatters(service);

/** A matter whose kind requires a session, past identification and without a time. */
async function toBook(holder: Login, notary: Notary, person = idNumber()): Promise<string> {
  const parties = [
    {
      kind: 'person' as const,
      role: 'applicant' as const,
      name: '王芳',
      idNumber: person,
      phone: service.given.phone(),
    },
  ];
  return (await matters.ready(holder, notary, { parties }, { needsSession: true })).id;
}

const slotsOf = async (holder: Login, id: string) =>
  (await service.ask(calls.sessionSlots, { id }, { as: holder.token })).data;
const book = (holder: Login, id: string, startsAt: string, way: 'in-person' | 'video' = 'in-person') =>
  service.ask(calls.bookSession, { id, startsAt, way, reason: '时间冲突' }, { as: holder.token });

const keep = (holder: Login, id: string, startsAt: string) =>
  service.ask(calls.keepSlot, { id, startsAt }, { as: holder.token });

describe('a kept time', () => {
  it('belongs to one matter, even if fifty request it concurrently', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const ids: string[] = [];
    for (let n = 0; n < 50; n++) ids.push(await toBook(holder, notary));
    const startsAt = (await slotsOf(holder, ids[0] ?? '')).slots[0]?.startsAt ?? '';

    const answers = await Promise.all(ids.map((id) => keep(holder, id, startsAt)));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused === 'SLOT_TAKEN')).toHaveLength(49);
  }, 120_000);

  it('is unavailable to other matters until it is booked or ten minutes have passed', async () => {
    const [holder, other, notary] = [await service.given.login(), await service.given.login(), await matters.notary()];
    const [id, others] = [await toBook(holder, notary), await toBook(other, notary)];
    // Not the first, which can't be booked any more if it begins too soon after the minutes of the test.
    const [first, chosen] = (await slotsOf(holder, id)).slots;
    const startsAt = chosen?.startsAt ?? '';

    const kept = (await keep(holder, id, startsAt)).data;
    expect(Date.parse(kept.keptUntil) - service.now.getTime()).toBe(10 * 60_000);
    expect((await slotsOf(holder, id)).kept).toEqual(kept);
    const free = (await slotsOf(other, others)).slots;
    expect(free).toContainEqual(first);
    expect(free).not.toContainEqual(chosen);
    expect((await keep(other, others, startsAt)).refused).toBe('SLOT_TAKEN');
    expect((await book(other, others, startsAt)).refused).toBe('SLOT_TAKEN');

    const now = service.now;
    service.now = new Date(now.getTime() + 9 * 60_000);
    expect((await keep(holder, id, startsAt)).data.keptUntil).toBe(kept.keptUntil);
    service.now = new Date(kept.keptUntil);
    expect((await slotsOf(holder, id)).kept).toBeNull();
    expect((await book(other, others, startsAt)).refused).toBeNull();
    expect((await keep(holder, id, startsAt)).refused).toBe('SLOT_TAKEN');
    service.now = now;
  });

  it('is released when its matter keeps another time, unless that time is taken', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const [id, other] = [await toBook(holder, notary), await toBook(holder, notary)];
    const [first, second, third] = (await slotsOf(holder, id)).slots.map(({ startsAt }) => startsAt);
    await book(holder, other, third ?? '');

    await keep(holder, id, first ?? '');
    await keep(holder, id, second ?? '');
    expect((await keep(holder, id, third ?? '')).refused).toBe('SLOT_TAKEN');

    expect((await slotsOf(holder, id)).kept?.startsAt).toBe(second);
    expect((await slotsOf(holder, other)).slots.map(({ startsAt }) => startsAt)).toContain(first);
    expect((await book(holder, id, second ?? '')).refused).toBeNull();
    expect((await slotsOf(holder, id)).kept).toBeNull();
  });
});

describe('a session', () => {
  it('is booked once, even if five matters request its time concurrently', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await toBook(holder, notary));
    const startsAt = (await slotsOf(holder, ids[0] ?? '')).slots[0]?.startsAt ?? '';

    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => book(holder, ids[n % 5] ?? '', startsAt)));

    const booked = answers.flatMap(({ refused, data }) => (refused === null ? data.id : []));
    expect(booked).toHaveLength(10);
    expect(new Set(booked).size).toBe(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'SLOT_TAKEN']));
    const { rows } = await service.database.pool.query(
      `select from reservation where starts_at = $1 and state = 'booked' and matter_id = any($2)`,
      [startsAt, ids],
    );
    expect(rows).toHaveLength(1);
  });

  it("can't be booked while a person of the matter has a session with another notary", async () => {
    const [holder, person] = [await service.given.login(), idNumber()];
    const [first, second] = [
      await toBook(holder, await matters.notary(), person),
      await toBook(holder, await matters.notary(), person),
    ];
    const before = (await slotsOf(holder, second)).slots;
    const startsAt = before[0]?.startsAt ?? '';

    expect((await book(holder, first, startsAt)).refused).toBeNull();

    expect((await slotsOf(holder, second)).slots).toEqual(before.slice(1));
    expect((await book(holder, second, startsAt)).refused).toBe('SLOT_TAKEN');
  });

  it('keeps its time if the new one was taken, and can be moved three times', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const [id, other] = [await toBook(holder, notary), await toBook(holder, notary)];
    const starts = (await slotsOf(holder, id)).slots.map(({ startsAt }) => startsAt);
    await book(holder, other, starts[1] ?? '');
    await book(holder, id, starts[0] ?? '');

    expect((await book(holder, id, starts[1] ?? '')).refused).toBe('SLOT_TAKEN');
    expect((await slotsOf(holder, id)).booked?.startsAt).toBe(starts[0]);
    for (const at of [2, 3, 4]) expect((await book(holder, id, starts[at] ?? '')).refused).toBeNull();
    expect((await book(holder, id, starts[5] ?? '')).refused).toBe('MOVES_USED_UP');
    expect((await matters.info(holder, id)).state).toBe('scheduled');
  });

  it('ends with its matter, which frees its time', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const [id, other] = [await toBook(holder, notary), await toBook(holder, notary)];
    const startsAt = (await slotsOf(holder, id)).slots[0]?.startsAt ?? '';
    await book(holder, id, startsAt);

    const { notarizationCalls } = await import('@proofkeep/contract');
    await service.ask(notarizationCalls.abandonMatter, { id, reason: '不再需要' }, { as: holder.token });

    const { data } = await service.ask(calls.reservations, {}, { as: holder.token });
    expect(data.earlier).toMatchObject([{ matterId: id, state: 'cancelled' }]);
    expect((await book(holder, other, startsAt)).refused).toBeNull();
  });

  it('can be recorded as missed from fifteen minutes after its start', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const id = await toBook(holder, notary);
    const startsAt = (await slotsOf(holder, id)).slots[0]?.startsAt ?? '';
    await book(holder, id, startsAt);
    const { version } = await matters.seen(id, notary);
    const miss = async ({ token }: { token: string }) =>
      service.ask(consoleCalls.missSession, { id, version, reason: '申请人未到场' }, { as: token });

    const early = await miss(notary);
    const now = service.now;
    service.now = new Date(startsAt);
    const released = await service.ask(calls.releaseSession, { id, reason: '时间冲突' }, { as: holder.token });
    expect(released.refused).toBe('STATE_FORBIDS');
    service.now = new Date(Date.parse(startsAt) + 16 * 60_000);
    const late = await miss(await matters.notary(notary.officeId));
    service.now = now;

    expect([early.refused, late.refused]).toEqual(['STATE_FORBIDS', null]);
    expect((await matters.info(holder, id)).state).toBe('scheduling');
  });

  it('is offered by video unless its notary holds none, and its calendar file has the link to the room', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const id = await toBook(holder, notary);
    const startsAt = (await slotsOf(holder, id)).slots[0]?.startsAt ?? '';
    const hours = { ...usualSessionHours, offersVideo: false };

    await service.ask(consoleCalls.saveSessionHours, hours, { as: notary.token });
    expect((await book(holder, id, startsAt, 'video')).refused).toBe('SLOT_TAKEN');
    await service.ask(consoleCalls.saveSessionHours, usualSessionHours, { as: notary.token });
    const booked = (await book(holder, id, startsAt, 'video')).data;
    expect(booked).toMatchObject({ way: 'video' });

    const url = calls.sessionCalendar.path.replace('{id}', id);
    const { body } = await service.app.inject({ url, headers: { 'x-auth-token': holder.token } });
    expect(body).toContain(`DTSTART:${startsAt.replace(/[-:]|\.\d{3}/g, '')}\r\n`);
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(body.replaceAll('\r\n ', '')).toContain(`LOCATION:http://localhost${roomLinkPath(booked.matterNo)}\r\n`);
  });

  it('sends its participants reminders a day and an hour before, once each, even if another reminder fails', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const [first, id] = [await toBook(holder, notary), await toBook(holder, notary)];
    const { slots } = await slotsOf(holder, id);
    const startsAt = slots.at(-1)?.startsAt ?? '';
    await book(holder, first, slots.at(-2)?.startsAt ?? '');
    await book(holder, id, startsAt);
    const phoneOf = async (matter: string) => matters.phoneOf((await matters.info(holder, matter)).people[0]?.id ?? '');
    const [broken, phone] = [await phoneOf(first), await phoneOf(id)];
    const now = service.now;
    const sent: string[] = [];
    const failures: unknown[] = [];
    const deps = {
      database: service.database,
      clock: () => service.now,
      publicUrl: 'http://localhost',
      textMessages: {
        send: async (_db: unknown, to: { phone: string }) => {
          if (to.phone === broken) throw new Error('the provider is broken');
          sent.push(to.phone);
        },
      },
    };
    const sentAt = async (hoursBefore: number) => {
      service.now = new Date(Date.parse(startsAt) - hoursBefore * 3_600_000);
      for (let run = 0; run < 2; run++)
        await remindOfSessions(deps as never).catch((error: unknown) => failures.push(error));
      return sent.filter((to) => to === phone).length;
    };

    const counts = [await sentAt(25), await sentAt(23), await sentAt(0.5)];
    service.now = now;

    expect(counts).toEqual([0, 1, 2]);
    expect(failures).toContainEqual(expect.any(AggregateError));
  });

  it('by video is announced to each party by text message when it is booked or moved, with the link to the room', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const id = await toBook(holder, notary);
    const [first, second, third] = (await slotsOf(holder, id)).slots.map(({ startsAt }) => startsAt);
    const { no, people } = await matters.info(holder, id);
    const phone = await matters.phoneOf(people[0]?.id ?? '');
    const announced = async () => {
      const { rows } = await service.database.pool.query<{ body: string }>(
        'select body from text_message where phone = $1 and body like $2 order by id',
        [phone, `%${no} 约定于%`],
      );
      return rows.map(({ body }) => body);
    };

    await book(holder, id, first ?? '', 'video');
    await book(holder, id, first ?? '', 'video');
    const booked = await announced();
    await book(holder, id, second ?? '', 'video');
    await book(holder, id, second ?? '', 'in-person');
    await book(holder, id, third ?? '', 'in-person');
    const [, moved, changed, ...others] = await announced();

    expect(booked).toHaveLength(1);
    for (const [body, startsAt] of [
      [booked[0], first],
      [moved, second],
    ]) {
      expect(body).toContain(`http://localhost${roomLinkPath(no)} `);
      expect(body).toContain(timeText(new Date(startsAt ?? '')));
    }
    expect(changed).not.toContain('/h5video/');
    expect(others).toEqual([]);
  });

  it('is cancelled by text message to each party, by the applicant or the office', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const id = await toBook(holder, notary);
    const { people } = await matters.info(holder, id);
    const phone = await matters.phoneOf(people[0]?.id ?? '');
    const newest = async () => (await service.messages(phone))[0];
    const startsAt = (await slotsOf(holder, id)).slots[0]?.startsAt ?? '';

    await book(holder, id, startsAt);
    await service.ask(calls.releaseSession, { id, reason: '时间冲突' }, { as: holder.token });
    const released = await newest();
    await book(holder, id, startsAt, 'video');
    const { version } = await matters.seen(id, notary);
    await service.ask(consoleCalls.moveMatterSession, { id, version, reason: '公证员请假' }, { as: notary.token });

    for (const body of [released, await newest()])
      expect(body).toContain(`${timeText(new Date(startsAt))}（北京时间）的面谈已取消`);
  });

  it('must be given up before its matter is assigned to another notary', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const id = await toBook(holder, notary);
    await book(holder, id, (await slotsOf(holder, id)).slots[0]?.startsAt ?? '');
    const { staffId } = await matters.notary(notary.officeId);
    const assign = async () => (await matters.decide('assignMatter', { id, notaryId: staffId }, notary)).refused;

    expect(await assign()).toBe('SESSION_BOOKED');
    const { version } = await matters.seen(id, notary);
    await service.ask(consoleCalls.moveMatterSession, { id, version, reason: '公证员请假' }, { as: notary.token });
    expect(await assign()).toBeNull();
  });

  it('is listed only to its office', async () => {
    const [holder, notary, stranger] = [await service.given.login(), await matters.notary(), await matters.notary()];
    const id = await toBook(holder, notary);
    await book(holder, id, (await slotsOf(holder, id)).slots[0]?.startsAt ?? '');
    const listFor = async ({ token }: Notary) =>
      (await service.ask(consoleCalls.officeSessions, {}, { as: token })).data.list.map(({ matterId }) => matterId);

    expect([await listFor(notary), await listFor(stranger)]).toEqual([[id], []]);
  });
});
