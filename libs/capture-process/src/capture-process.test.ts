import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureJob, packLimitMs } from '@proofkeep/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { environmentFor, runCaptureProcess } from './index.ts';

const job = CaptureJob.parse({ captureId: 'slow', url: 'https://page.example/' });
/** A program that never ends by itself. */
const hangs = {
  entry: '/nowhere',
  workDir: '/nowhere',
  environment: { NODE_OPTIONS: '--import=data:text/javascript,await/**/new/**/Promise(()=>setInterval(()=>{},1e9))' },
  onEvent: () => {},
  onFault: () => {},
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('gives a capture time to pack after its wall limit, then kills it', async () => {
  let end: unknown;
  const ended = runCaptureProcess(job, hangs).catch((error) => {
    end = error;
  });

  vi.advanceTimersByTime(job.limits.wallMs + packLimitMs);
  await sleep(300);
  expect(end).toBeUndefined();

  vi.advanceTimersByTime(packLimitMs);
  await ended;
  expect(String(end)).toContain('killed by SIGKILL');
});

it('kills a stopped capture that does not end in time', async () => {
  const stop = new AbortController();
  const running = runCaptureProcess(job, { ...hangs, stop: stop.signal, stopLimitMs: 1000 });

  stop.abort();
  vi.advanceTimersByTime(1000);

  await expect(running).rejects.toThrow('killed by SIGKILL');
});

it('passes no secrets of the environment to a capture', () => {
  const secrets = { NODE_TOKEN: 'secret', DATABASE_URL: 'postgres://…', AWS_SECRET_ACCESS_KEY: 'secret' };

  expect(environmentFor({ ...secrets, PATH: '/bin', CHROMIUM_PATH: '/chromium', CAPTURE_CACHE: '/cache' })).toEqual({
    PATH: '/bin',
    CHROMIUM_PATH: '/chromium',
    CAPTURE_CACHE: '/cache',
  });
});
