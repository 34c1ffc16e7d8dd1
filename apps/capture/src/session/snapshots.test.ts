import { type LiveOutput, message } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { Acts } from './acts.ts';
import type { Recording } from './recording.ts';
import { Snapshots } from './snapshots.ts';

it('tells the user of a screenshot that the page did not give, and records that it is missing', async () => {
  const [events, sent]: [object[], LiveOutput[]] = [[], []];
  const recording = {
    event: (kind: string, detail: object) => events.push({ kind, ...detail }),
  } as unknown as Recording;
  const tabs = { front: { id: 1, url: 'https://example.com/' }, picture: async () => null };
  const snapshots = new Snapshots(recording, {} as never);
  const acts = new Acts({ recording, tabs, snapshots, send: (one: LiveOutput) => sent.push(one) } as never);

  await acts.act({ type: 'snapshot', note: 'paid' });

  expect(events).toEqual([{ kind: 'snapshot-lost', tab: 1, note: 'paid' }]);
  expect(sent).toMatchObject([{ type: 'notice', message: message('session.snapshot-lost') }]);
});
