import { expect, it } from 'vitest';
import { newId } from '../../database/ids.ts';
import { useService } from '../../testing/service.ts';
import { findParties } from '../notarization/service.ts';
import { useMatters } from '../notarization/testing/matters.ts';
import { keepPartyFile, sweepPartyFiles } from './files.ts';

const service = useService();
const matters = useMatters(service);

it('removes party files that no row references once they are a day old', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.ready(holder, notary);
  const { services, database, now } = service;
  const { store } = services;
  const [party] = await findParties(database.pool, id);
  if (!party) throw new Error('The matter has no party.');
  const file = { kind: 'card-front', mediaType: 'image/png', bytes: Buffer.from('a card') } as const;
  const facts = { challengeId: null, isLive: null, submittedAt: null, now };
  const kept = await keepPartyFile(database.pool, services, party, { ...file, ...facts });
  const lost = await newId(database.pool);
  await store.put(`parties/${id}/${lost}/sealed`, Buffer.from('no row names it'));
  const listed = async () => (await store.list(`parties/${id}/`)).map(({ key }) => key.split('/')[2]).sort();

  await sweepPartyFiles({ database, store }, new Date());
  expect(await listed()).toEqual([kept.id, lost].sort());
  await sweepPartyFiles({ database, store }, new Date(Date.now() + 2 * 86_400_000));

  expect(await listed()).toEqual([kept.id]);
});
