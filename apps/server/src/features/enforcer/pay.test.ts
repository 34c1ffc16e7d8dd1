import {
  attestationCalls,
  enforcerCalls as calls,
  deviceLimits,
  message,
  orderCalls,
  recordingMinutes,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { moveAttestation } from '../attestations/service.ts';
import { findBalance } from '../money/service.ts';
import { unpaidBytes } from './recording-store.ts';
import { releaseRecordings } from './service.ts';
import { useDevices } from './testing/devices.ts';

const service = useService();
const { ask, given } = service;
const { bound, onlyRecording } = useDevices(service);
const minuteCents = 100;
const failure = { code: 'INTERNAL', said: message('capture.nothing') } as const;

const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const pay = ({ token }: Login, id: string, o: { byOrder?: boolean } = {}) =>
  ask(calls.payRecording, { id, ...o }, { as: token });

/** A holder with this balance and a recording of 70 seconds. */
async function recorded(cents: number) {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, cents);
  const device = await bound(holder);
  const segments = device.record({ segments: 7 });
  await device.send(segments);
  return { holder, device, segments, id: (await onlyRecording(holder)).id };
}

describe('paying for a recording', () => {
  it('holds the price of its started minutes and makes one attestation, once', async () => {
    const { holder, id, device, segments } = await recorded(1_000);

    const { data } = await pay(holder, id);

    expect(data).toMatchObject({ orderNo: null, attestation: { kind: 'device', state: 'queuing', fileCount: 7 } });
    expect(await balance(holder)).toMatchObject({ heldCents: 2 * minuteCents });
    expect((await pay(holder, id)).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.deleteRecording, { id }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    expect((await device.announce(segments)).data.list.every(({ isStored }) => isStored)).toBe(true);
    expect((await onlyRecording(holder)).attestation?.ano).toBe(data.attestation.ano);
  });

  it('requires a sufficient balance, and otherwise leaves the recording as it was', async () => {
    const { holder, id } = await recorded(minuteCents);

    expect((await pay(holder, id)).refused).toBe('BALANCE_SHORT');
    expect((await onlyRecording(holder)).state).toBe('ended');
  });

  it('by order waits for its payment, and can be repeated once that order was closed', async () => {
    const { holder, id } = await recorded(1_000);

    const { orderNo, attestation } = (await pay(holder, id, { byOrder: true })).data;
    expect(attestation.state).toBe('unpaid');
    await ask(orderCalls.closeOrder, { orderNo: orderNo ?? '' }, { as: holder.token });
    expect(await onlyRecording(holder)).toMatchObject({ state: 'ended', attestation: null });

    const second = (await pay(holder, id, { byOrder: true })).data;
    await ask(orderCalls.payOrder, { orderNo: second.orderNo ?? '', way: 'balance' }, { as: holder.token });
    expect((await onlyRecording(holder)).attestation).toMatchObject({ ano: second.attestation.ano, state: 'queuing' });
  });

  it('can be repeated after the attestation was cancelled; its bytes count until an attestation is certified', async () => {
    const { holder, id } = await recorded(1_000);
    const bytes = () => unpaidBytes(service.database.pool, holder.accountId, service.now);
    const before = await bytes();
    const { ano } = (await pay(holder, id)).data.attestation;
    expect(await bytes()).toBe(before);
    await ask(attestationCalls.cancel, { ano }, { as: holder.token });

    await releaseRecordings(service.database, service.now);

    expect(await onlyRecording(holder)).toMatchObject({ state: 'ended', attestation: null });
    expect((await pay(holder, id)).refused).toBeNull();
    await service.database.pool.query(`update attestation set state = 'cancelled' where account_id = $1`, [
      holder.accountId,
    ]);
    await releaseRecordings(service.database, service.now);
    await ask(calls.deleteRecording, { id }, { as: holder.token });
    expect(await bytes()).toBe(before);
    service.now = new Date(service.now.getTime() + 25 * 3_600_000);
    expect(await bytes()).toBe(0);
  });

  it('is charged once if its attestation failed: after a day the recording is payable again and the attestation is closed', async () => {
    const { holder, id } = await recorded(1_000);
    const { ano } = (await pay(holder, id)).data.attestation;
    await service.database.transaction((db) =>
      moveAttestation(db, ano, 'taken').then(() => moveAttestation(db, ano, 'failed', { failure })),
    );
    await service.database.pool.query(
      `update attestation set changed_at = $2::timestamptz - interval '25 hours' where ano = $1`,
      [ano, service.now],
    );

    await releaseRecordings(service.database, service.now);
    const retried = await ask(attestationCalls.retry, { ano }, { as: holder.token });
    const paid = await pay(holder, id);

    expect(retried.refused).toBe('STATE_FORBIDS');
    expect(paid.refused).toBeNull();
    expect(await balance(holder)).toMatchObject({ heldCents: 2 * minuteCents });
  });

  it('charges at least by size, since the device states the time', () => {
    expect(recordingMinutes({ recordedMs: 1, sizeBytes: 3 * deviceLimits.minuteBytes + 1 })).toBe(4);
    expect(recordingMinutes({ recordedMs: 61_000, sizeBytes: 1 })).toBe(2);
  });

  it('can include an interrupted recording once its holder ends it, but not one without content', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 1_000);
    const device = await bound(holder);
    const segments = device.record({ segments: 3 }).slice(0, 2);
    await device.announce(segments);
    const { id } = await onlyRecording(holder);

    expect((await pay(holder, id)).refused).toBe('STATE_FORBIDS');
    await ask(calls.closeRecording, { id }, { as: holder.token });
    expect((await pay(holder, id)).refused).toBe('RECORDING_EMPTY');
    await device.send(segments.slice(1));

    expect((await pay(holder, id)).data.attestation).toMatchObject({ fileCount: 1 });
  });

  it('is refused to members with read access only, and with scope `own` to members who didn’t bind the device', async () => {
    const { holder, id } = await recorded(1_000);
    const looking = await given.member(holder, ['evidence']);
    const own = await given.member(holder, ['preserve', 'billing'], 'own');

    expect((await pay(looking, id)).refused).toBe('NOT_ALLOWED');
    expect((await pay(own, id)).refused).toBe('NOT_FOUND');
  });
});
