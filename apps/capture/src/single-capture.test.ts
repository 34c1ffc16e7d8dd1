import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CaptureEvent } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureCache } from './testing/cache.ts';
import { leftovers } from './testing/capture.ts';

const entry = fileURLToPath(new URL('single-capture.ts', import.meta.url));

let site: SampleSite;
let folder: string;
beforeAll(async () => {
  site = await startSampleSite();
  folder = await mkdtemp(join(tmpdir(), 'once-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the node, writes its first line of input, and reads its output to the end. */
async function node(
  line: string,
  onEvent: (event: CaptureEvent, child: ChildProcess) => void,
  environment: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [entry, join(folder, String(Math.random()))], {
    env: {
      ...process.env,
      CAPTURE_CACHE: captureCache,
      NODE_COMPILE_CACHE: join(captureCache, 'node'),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdin.write(`${line}\n`);
  const events: CaptureEvent[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const event = CaptureEvent.parse(JSON.parse(text));
    events.push(event);
    onEvent(event, child);
  }
  const [code] = await exited;
  return { code, events, complaint, left: await leftovers(child.pid) };
}

const job = () =>
  JSON.stringify({ captureId: 'once', url: `${site.httpOrigin}/article`, egressAllow: site.egressAllow });

describe('the capture process', () => {
  it('starts a browser with the longest permitted path of the temporary folder', async () => {
    const home = await mkdtemp('/tmp/once-');
    const TMPDIR = join(home, 'x'.repeat(42 - home.length - 1));
    await mkdir(TMPDIR, { mode: 0o755 });
    await chmod(home, 0o755); // the browser runs as another user if we are root

    const { events } = await node(job(), () => {}, { TMPDIR });

    expect(TMPDIR.length).toBe(42);
    expect(events.at(-1)).toMatchObject({ type: 'report', report: { state: 'complete' } });
    await rm(home, { recursive: true });
  }, 60_000);

  it('writes only events, the report last, and exits with 0', async () => {
    const { code, events, left } = await node(job(), () => {});

    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: 'report', report: { captureId: 'once', state: 'complete' } });
    expect(left).toEqual([]);
  }, 60_000);

  it.each([
    ['what is no JSON', 'url=http://example.com', /not JSON/],
    ['a job with an unknown field', '{"captureId":"a","url":"http://example.com/","secret":1}', /secret/],
  ])('exits with 1 and gives the reason, given %s', async (_, line, why) => {
    const { code, events, complaint } = await node(line, () => {});

    expect({ code, events }).toEqual({ code: 1, events: [] });
    expect(complaint).toMatch(why);
  });

  it.each<[string, (child: ChildProcess) => void]>([
    ['its input ends', (child) => child.stdin?.end()],
    ['it is sent SIGTERM', (child) => child.kill('SIGTERM')],
  ])(
    'stops, with a report and nothing left running, when %s',
    async (_, stop) => {
      const { code, events, left } = await node(job(), (event, child) => {
        if (event.type === 'step' && event.step === 'load' && event.state === 'started') stop(child);
      });

      expect(code).toBe(0);
      expect(events.at(-1)).toMatchObject({
        type: 'report',
        report: { state: 'failed', failure: { code: 'ABORTED' } },
      });
      expect(left).toEqual([]);
    },
    60_000,
  );
});
