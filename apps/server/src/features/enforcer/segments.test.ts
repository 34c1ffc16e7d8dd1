import { canonicalText } from '@proofkeep/bundle';
import { enforcerCalls as calls, deviceLimits } from '@proofkeep/contract';
import { type SimulatedSegment, simulateDevice } from '@proofkeep/seal';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { sweepDevices } from './sweep.ts';
import { useDevices } from './testing/devices.ts';

const service = useService();
const { ask, given } = service;
const { bound, onlyRecording } = useDevices(service);

/** The files in the store under `segments/`. */
const contents = async () => (await service.store.list('segments/')).length;
const started = async () => {
  const holder = await given.login();
  return { holder, device: await bound(holder) };
};
const at = (segments: readonly SimulatedSegment[], n: number) => segments[n - 1] as SimulatedSegment;

describe('segments', () => {
  it('may arrive in any order and repeatedly, and are stored once', async () => {
    const { holder, device } = await started();
    const segments = device.record({ segments: 4 });
    const before = await contents();

    for (const n of [3, 1, 4, 2, 1]) await device.send([at(segments, n)]);

    const recording = await onlyRecording(holder);
    expect(recording).toMatchObject({ state: 'ended', segments: 4, held: 4, recordedMs: 40_000, minutes: 1 });
    expect(await contents()).toBe(before + 4);
    const { data } = await ask(calls.recording, { id: recording.id }, { as: holder.token });
    expect(data.gaps).toEqual([]);
    expect(data.list.map(({ sha256 }) => sha256)).toEqual(segments.map(({ header }) => header.sha256));
  });

  it('sent fifty times concurrently are stored once', async () => {
    const { holder, device } = await started();
    const segments = device.record({ segments: 1 });
    const before = await contents();

    const announced = await Promise.all(Array.from({ length: 50 }, () => device.announce(segments)));
    const uploaded = await Promise.all(Array.from({ length: 50 }, () => device.upload(at(segments, 1))));

    expect(announced.map(({ refused }) => refused)).toEqual(Array(50).fill(null));
    expect(uploaded).toEqual(Array(50).fill(null));
    expect(await onlyRecording(holder)).toMatchObject({ segments: 1, held: 1 });
    expect(await contents()).toBe(before + 1);
  });

  it('are refused if signed by another key, changed after signing, or not in canonical form', async () => {
    const { device } = await started();
    const other = simulateDevice();
    const [own, foreign] = [device.record({ segments: 1 }), other.record({ segments: 1 })];
    const { header, signature } = at(own, 1).signed;
    const announce = (signed: { header: string; signature: string }) =>
      ask(calls.announceSegments, { id: device.id, segments: [signed] });
    const respaced = `${header.slice(0, -1)} }`;

    expect((await device.announce(foreign)).refused).toBe('DEVICE_SIGNATURE');
    const forged = header.replace('"fromMs":0', '"fromMs":1');
    expect((await announce({ header: forged, signature })).refused).toBe('DEVICE_SIGNATURE');
    expect((await announce({ header: respaced, signature: device.sign(respaced) })).refused).toBe('SEGMENT_INVALID');
    // Signed by the bound key in the name of another one.
    const named = at(foreign, 1).signed.header;
    expect((await announce({ header: named, signature: device.sign(named) })).refused).toBe('SEGMENT_INVALID');
  });

  it.each<[string, Parameters<Awaited<ReturnType<typeof started>>['device']['record']>[0]['change']]>([
    ['longer than allowed', (header) => ({ ...header, toMs: header.fromMs + deviceLimits.segmentMs + 1 })],
    ['larger than allowed', (header) => ({ ...header, size: deviceLimits.segmentBytes + 1 })],
    ['empty', (header) => ({ ...header, size: 0 })],
    ['that end before they begin', (header) => ({ ...header, fromMs: 5_000, toMs: 4_000 })],
    ['beyond any time', (header) => ({ ...header, fromMs: 2 ** 31, toMs: 2 ** 31 })],
    ['of no known media type', (header) => ({ ...header, mediaType: 'text/html' as never })],
  ])('%s are refused', async (_, change) => {
    const { device } = await started();
    const segments = device.record({ segments: 1, ...(change && { change }) });

    expect((await device.announce(segments)).refused).toBe('SEGMENT_INVALID');
  });

  it('are refused if reordered, replaced or added after the last, and nothing of their request is stored', async () => {
    const { holder, device } = await started();
    const segments = device.record({ segments: 3 });
    const renumber = async (from: number, n: number) => {
      const text = canonicalText({ ...at(segments, from).header, n });
      return { ...at(segments, from), signed: { header: text, signature: device.sign(text) } };
    };
    await device.announce([at(segments, 1), at(segments, 3)]);

    const moved = await device.announce([at(segments, 1), await renumber(3, 2)]);
    const replaced = await device.announce([await renumber(2, 3)]);
    const added = await device.announce([await renumber(2, 4)]);

    expect([moved, replaced, added].map(({ refused }) => refused)).toEqual(Array(3).fill('SEGMENT_CHAIN'));
    const { id } = await onlyRecording(holder);
    const { data } = await ask(calls.recording, { id }, { as: holder.token });
    expect(data.list.map(({ n }) => n)).toEqual([1, 3]);
    expect(data.gaps).toEqual([
      { kind: 'content', n: 1, last: 1 },
      { kind: 'missing', n: 2, last: 2 },
      { kind: 'content', n: 3, last: 3 },
    ]);
  });

  it('are refused if their time goes back compared to segments before a gap', async () => {
    const { device } = await started();
    const segments = device.record({
      segments: 3,
      change: (header) => (header.n === 3 ? { ...header, fromMs: 5_000 } : header),
    });

    expect((await device.announce([at(segments, 1)])).refused).toBeNull();
    expect((await device.announce([at(segments, 3)])).refused).toBeNull();
    expect((await device.announce([at(segments, 2)])).refused).toBe('SEGMENT_CHAIN');
  });

  it('are refused if the content differs from the signed one, and leave nothing in the store', async () => {
    const { holder, device } = await started();
    const segments = device.record({ segments: 1 });
    const before = await contents();
    const [segment] = segments;
    if (!segment) throw new Error('no segment');

    expect(await device.upload(segment)).toBe('SEGMENT_UNKNOWN');
    await device.announce(segments);
    expect(await device.upload(segment, Buffer.alloc(2_000))).toBe('SEGMENT_DIFFERS');
    expect(await device.upload(segment, Buffer.concat([segment.content, Buffer.from('x')]))).toBe('SEGMENT_DIFFERS');
    expect(await device.upload(segment, segment.content.subarray(1))).toBe('SEGMENT_DIFFERS');

    expect(await contents()).toBe(before);
    expect(await onlyRecording(holder)).toMatchObject({ held: 0 });
    expect(await device.upload(segment)).toBeNull();
  });

  it('are removed from the store with their recording, without affecting another recording', async () => {
    const { holder, device } = await started();
    const kept = await bound(holder);
    await kept.send(kept.record({ segments: 2 }));
    const deleted = device.record({ segments: 2 });
    await device.send(deleted);
    const { list } = (await ask(calls.recordingList, { deviceId: device.id }, { as: holder.token })).data;
    const before = await contents();

    await ask(calls.deleteRecording, { id: list[0]?.id ?? '' }, { as: holder.token });
    await sweepDevices(service, new Date(service.now.getTime() + 48 * 3_600_000));

    expect(await contents()).toBe(before - 2);
    expect((await device.announce(deleted)).refused).toBe('RECORDING_CLOSED');
    expect(await onlyRecording(holder)).toMatchObject({ deviceId: kept.id, held: 2 });
  });
});
