import { phoneSigningCalls as calls, videoRules } from '@proofkeep/contract';
import { expect, it, vi } from 'vitest';
import { useService } from '../../testing/service.ts';
import { idNumber, useMatters } from '../notarization/testing/matters.ts';
import { type OnPhone, recording, usePhone } from './testing/on-phone.ts';

const service = useService();
const matters = useMatters(service);
const phone = usePhone(service, matters);

/** A party who is about to record the portrait. */
async function given(): Promise<{ id: string; who: OnPhone }> {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const card = { name: '王芳', idNumber: idNumber() };
  const parties = [{ kind: 'person' as const, role: 'applicant' as const, ...card, phone: service.given.phone() }];
  const { id, nid } = await phone.paid(holder, notary, { parties });
  const who = await phone.signIn(nid, (await matters.info(holder, id)).people[0]?.id ?? '');
  await phone.consent(who);
  await phone.showCard(who, card);
  return { id, who };
}

async function begin(who: OnPhone): Promise<string> {
  const { challengeId } = (await service.ask(calls.beginVideo, { nid: who.nid, step: 'live-video' }, who.as)).data;
  await phone.showDigits(who, challengeId);
  return challengeId;
}

it('replaces the party’s earlier upload, even one for other digits', async () => {
  const { who } = await given();
  const file = recording();
  const [first, second] = [await begin(who), await begin(who)];
  const { uploadId: earlier } = await phone.announce(who, first, file);
  await phone.sendPiece(who, earlier, { from: 0, bytes: file });

  const { uploadId } = await phone.announce(who, second, file);

  const { rows } = await service.database.pool.query('select id from party_upload where party_id = $1', [who.partyId]);
  expect(rows).toEqual([{ id: uploadId }]);
  expect((await phone.finishRecording(who, first, earlier)).refused).toBe('UPLOAD_GONE');
  await phone.sendPiece(who, uploadId, { from: 0, bytes: file });
  expect((await phone.finishRecording(who, second, uploadId)).refused).toBeNull();
});

it('can be announced again only while it may still arrive', async () => {
  const { who } = await given();
  const file = recording();
  const challengeId = await begin(who);
  await phone.announce(who, challengeId, file);
  const laterBy = async (hours: number) => {
    service.now = new Date(service.now.getTime() + hours * 3_600_000);
    const { refused } = await phone.announce(await phone.signIn(who.nid, who.partyId), challengeId, file);
    return refused;
  };

  expect(await laterBy(videoRules.sendingHours - 1)).toBeUndefined();
  expect(await laterBy(2)).toBe('DIGITS_OVER');
});

it('is stored without holding the lock of the matter', async () => {
  const { id, who } = await given();
  const challengeId = await begin(who);
  const { store } = service.services;
  const put = store.put.bind(store);
  const isFree = vi.fn<() => Promise<boolean>>(async () => {
    await service.database.pool.query('select from matter where id = $1 for update nowait', [id]);
    return true;
  });
  const spy = vi.spyOn(store, 'put').mockImplementation(async (...args) => {
    await isFree();
    return put(...args);
  });

  const { refused } = await phone.sendRecording(who, challengeId, recording());

  spy.mockRestore();
  expect(refused).toBeNull();
  expect(isFree).toHaveBeenCalledOnce();
});
