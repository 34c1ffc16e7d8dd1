import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import type { Capture } from '../capture.ts';
import type { Page } from '../page/page.ts';
import { createRecorder } from '../record/recorder.ts';
import { settle } from './settle.ts';

describe('settling', () => {
  it('ends with the step, and does not call the page afterwards', async () => {
    const call = vi.fn<Page['call']>();
    const recorder = createRecorder({} as CdpBus, {
      tempDir: '',
      downloadDir: '',
      limits: { requests: 1 },
      connections: () => [],
      ask: () => Promise.reject(),
      isHeld: () => false,
    });
    const held = (value: object) => ({ get: () => value });
    const capture = {
      job: { waitForText: '' },
      document: held({ loadedAt: -Infinity }),
      recorder: held(recorder),
      page: held({ call }),
    };
    const ending = new AbortController();

    const settling = settle.run(capture as unknown as Capture, { signal: ending.signal, remainingMs: () => 0 });
    await sleep(100);
    ending.abort();

    await expect(settling).rejects.toThrow('aborted');
    expect(call).not.toHaveBeenCalled();
  });
});
