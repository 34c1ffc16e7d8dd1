import type { LiveInput } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { InputQueue } from './input-queue.ts';
import type { Recording } from './recording.ts';
import type { Tab } from './tabs.ts';

const key = (name: string) =>
  ({ type: 'key', action: 'down', key: name, text: '' }) as Extract<LiveInput, { type: 'key' }>;

it('copies the selection of earlier inputs before later inputs change it', async () => {
  const done: string[] = [];
  const page = {
    send: async (_method: string, { key: name }: { key: string }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push(name);
    },
    call: () => Promise.reject(new Error('no page')),
  };
  const tab = { page, dialog: null } as unknown as Tab;
  const handlers = { isOver: () => false, onFocus: () => {}, framesOf: () => [] };
  const queue = new InputQueue(tab, { event: () => 0 } as unknown as Recording, handlers);

  queue.add(key('Home'));
  queue.act(async () => void done.push('copy'));
  queue.add(key('Delete'));

  await expect.poll(() => done).toEqual(['Home', 'copy', 'Delete']);
});
