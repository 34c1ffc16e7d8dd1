import { expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { findHeads } from './journal/store.ts';
import { stampHead } from './stamp-head.ts';
import { useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);

it('timestamps the newest entry once, and states an outage that kept entries without one', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.apply(holder, notary.officeId);
  const { database, services } = service;
  const stamp = (hours: number) => {
    const clock = () => new Date(service.now.getTime() + hours * 3_600_000);
    const { log, documentSigner: signer, jobs } = services;
    return stampHead({ database, log, signer, clock, jobs: () => jobs }, id);
  };
  const stamped = async () => (await findHeads(database.pool, id)).map(({ seq }) => seq);

  await stamp(1);
  await stamp(1);
  expect(await stamped()).toEqual([1]);
  await matters.decide('acceptMatter', { id }, notary);
  await stamp(13);

  const { journal } = await matters.info(holder, id);
  expect(await stamped()).toEqual([1, 3]);
  expect(journal.at(-1)).toMatchObject({
    event: 'stamped-late',
    actor: { role: 'system' },
    detail: { from: 2, until: 2 },
  });
});
