import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureJob, packLimitMs } from '@proofkeep/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCaptureProcess } from './capture-process.ts';

const job = CaptureJob.parse({ captureId: 'slow', url: 'https://page.example/' });
/** A node that never comes to an end by itself. */
const hangs = { NODE_OPTIONS: '--import=data:text/javascript,await/**/new/**/Promise(()=>setInterval(()=>{},1e9))' };

describe('a capture process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is left the time to pack what it recorded until its wall limit, and is killed after that', async () => {
    let end: unknown;
    const running = runCaptureProcess(job, { workDir: '/nowhere', environment: hangs, onEvent: () => {} });
    const ended = running.catch((error) => {
      end = error;
    });

    vi.advanceTimersByTime(job.limits.wallMs + packLimitMs);
    await sleep(300);
    expect(end).toBeUndefined();

    vi.advanceTimersByTime(packLimitMs);
    await ended;
    expect(String(end)).toContain('killed by SIGKILL');
  });
});
