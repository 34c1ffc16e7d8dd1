import { attestationCalls as calls } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { useCertifiedService } from '../testing/certified-service.ts';

const { service, certified } = useCertifiedService();
const { ask, given } = service;

it('finds a sealed page by words of its text, for its account only', async () => {
  const holder = await given.login();
  const ano = await certified(holder, { second: 'captured' });
  const found = async (search: string, { token } = holder) =>
    (await ask(calls.list, { search }, { as: token })).data.list.map((row) => row.ano);

  expect(await found('cup price')).toEqual([ano]);
  expect(await found('cup 11')).toEqual([]);
  expect(await found('cup', await given.login())).toEqual([]);
});
