import { expect, it, vi } from 'vitest';
import type { Capture } from '../capture.ts';
import { dom } from './dom.ts';
import type { Budget } from './step.ts';

const budget: Budget = { signal: new AbortController().signal, remainingMs: () => 1_000 };

/** A capture of a page whose document can be saved, and whose links can't be listed. */
function givenCapture(): Capture {
  const answers = {
    'Page.createIsolatedWorld': { executionContextId: 1 },
    'Runtime.evaluate': { result: { objectId: '1' } },
    'DOM.getOuterHTML': { outerHTML: '<p>text' },
  };
  const page = {
    bus: { send: async (method: keyof typeof answers) => answers[method] },
    call: async () => Promise.reject(new Error('The page did not answer in time.')),
  };
  return {
    job: { listLinks: true },
    links: null,
    frames: { get: () => ({ list: async () => [{ url: 'https://shop.example/', sessionId: 's', frameId: 'f' }] }) },
    page: { get: () => page },
    document: { get: () => ({ committed: { url: 'https://shop.example/' } }) },
    sink: { put: vi.fn<() => void>() },
  } as unknown as Capture;
}

it('saves the document of a page whose links cannot be listed, and reports that', async () => {
  const capture = givenCapture();

  const { outcome, said } = await dom.run(capture, budget);

  expect([outcome, said.map(({ name }) => name), capture.links]).toEqual(['cut', ['dom.links-lost'], null]);
  expect(capture.sink.put).toHaveBeenCalledOnce();
});
