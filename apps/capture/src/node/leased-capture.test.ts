import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CaptureJob, type CaptureReport } from '@proofkeep/contract';
import { afterEach, expect, it } from 'vitest';
import { captureCache } from '../testing/cache.ts';
import { makeLeased } from './leased-capture.ts';

let home: string | undefined;
afterEach(() => home && rm(home, { recursive: true, force: true }));

it('blocks pages from the host under which the node reaches the service', async () => {
  home = await mkdtemp(join(tmpdir(), 'leased-'));
  const reports: CaptureReport[] = [];
  const job = CaptureJob.parse({ captureId: 'own', url: 'http://elsewhere.test/' });

  const outcome = await makeLeased(
    { ano: 'own', fence: '1', job },
    {
      service: {
        offset: null,
        lease: async () => null,
        control: () => ({ url: '', token: '' }),
        sendEvents: async () => {},
        handIn: async () => {},
        sendChunk: async () => {},
        report: async (_lease, report) => void reports.push(report),
        leave: async () => {},
      },
      serviceHost: 'proofkeep.test',
      home,
      environment: {
        PATH: process.env.PATH,
        CHROMIUM_PATH: process.env.CHROMIUM_PATH,
        CAPTURE_CACHE: captureCache,
        CAPTURE_HOSTS: 'proofkeep.test=93.184.216.34,elsewhere.test=93.184.216.34',
        NTP_SERVERS: '',
      },
      stopping: new AbortController().signal,
      log: () => {},
    },
  );

  expect(outcome).toBe('delivered');
  expect(reports).toMatchObject([
    {
      failure: {
        code: 'EGRESS_REFUSED',
        said: { text: "Access to elsewhere.test isn't allowed: 93.184.216.34 belongs to this service." },
      },
    },
  ]);
}, 60_000);
