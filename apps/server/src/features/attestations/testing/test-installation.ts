import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAno } from '@proofkeep/bundle';
import type { Artifact, CaptureReport } from '@proofkeep/contract';
import { sampleRecord } from '@proofkeep/fakes';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../../config.ts';
import { type Installation, openInstallation } from '../../../installation.ts';
import type { Store } from '../../../store/store.ts';
import { makeTestDatabase } from '../../../testing/database.ts';
import { type Lease, leasePlace } from '../../evidence/service.ts';
import { type Captured, seal } from '../sealing/seal.ts';
import { insertLocalAttestation } from '../store.ts';
import { installationSubmitter } from '../submitting/submitter.ts';

export interface TestInstallation {
  readonly installation: Installation;
  readonly dataDir: string;
  /** What a capture leaves behind: an attestation in `capturing`, its files in the store. The recorder's clock may be off. */
  capture(recorderAheadMs?: number): Promise<Captured>;
  /** The number of a capture whose leaf was committed, and whose process then died. */
  sealed(): Promise<string>;
}

type Settings = Record<string, string>;

/**
 * An installation with a real database, real keys and no browser, of the test file's own. The settings are asked for when
 * what the file set up before is there.
 */
export function useInstallation(settings: () => Settings | Promise<Settings> = () => ({})): TestInstallation {
  let dataDir: string;
  let installation: Installation;
  let database: Awaited<ReturnType<typeof makeTestDatabase>>;
  beforeAll(async () => {
    database = await makeTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'installation-'));
    installation = await openInstallation(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, NTP_SERVERS: '', ...(await settings()) }),
      {},
    );
  });
  afterAll(async () => {
    await installation.close();
    await database.leave();
    await rm(dataDir, { recursive: true, force: true });
  });

  const capture = async (recorderAheadMs = 0) => {
    const ano = newAno(new Date(), randomBytes(16));
    const lease = { ano, fence: '0' };
    const report = reportOf(ano, new Date(Date.now() + recorderAheadMs));
    const clock = recorderAheadMs === 0 ? null : { offsetMs: recorderAheadMs, uncertaintyMs: 5 };
    const put = putAt(installation.store, lease);
    const record = await sampleRecord({
      url: report.page.requestedUrl,
      title: report.page.title ?? '',
      startedAt: report.startedAt,
    });
    const artifacts = [
      await put('wacz', 'page.wacz', 'application/wacz', record),
      await put('thumbnail', 'thumbnail.png', 'image/png', Buffer.from(picture, 'base64')),
      await put('screenshot', 'screenshot/full.png', 'image/png', Buffer.from(picture, 'base64')),
      await put('report', 'report.json', 'application/json', Buffer.from(JSON.stringify(report))),
    ];
    await installation.database.transaction((client) =>
      insertLocalAttestation(client, { ano, url: 'https://page.example/' }),
    );
    return { ...lease, report, artifacts, clock, submitter: installationSubmitter('王芳'), next: 'sealing' as const };
  };
  return {
    get installation() {
      return installation;
    },
    get dataDir() {
      return dataDir;
    },
    capture,
    async sealed() {
      const captured = await capture();
      await seal(installation, captured);
      return captured.ano;
    },
  };
}

/** One grey pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

const putAt =
  (store: Store, lease: Lease) =>
  async (kind: Artifact['kind'], path: string, mediaType: string, bytes: Uint8Array): Promise<Artifact> => ({
    kind,
    path,
    mediaType,
    ...(await store.put(`${leasePlace(lease)}data/${path}`, bytes)),
  });

const reportOf = (ano: string, at: Date): CaptureReport => ({
  captureId: ano,
  state: 'complete',
  failure: null,
  startedAt: at.toISOString(),
  endedAt: at.toISOString(),
  page: {
    requestedUrl: 'https://page.example/',
    finalUrl: 'https://page.example/',
    title: '页面',
    status: 200,
    protocol: 'h2',
    serverAddress: '192.0.2.7:443',
    contentLanguage: null,
    siteDate: '2026-01-01T06:00:00.000Z',
    redirects: [],
    heightPx: 900,
    tls: null,
  },
  environment: {
    tool: 'proofkeep',
    toolVersion: '0.1.0',
    browser: 'Chromium 156',
    browserSha256: '0'.repeat(64),
    userAgent: 'Mozilla/5.0',
    operatingSystem: 'Linux',
    isolation: 'namespace',
    sandbox: true,
    freshProfile: true,
    profileRemovedAt: new Date().toISOString(),
    extensions: [],
    locale: 'zh-CN',
    timezone: 'Asia/Shanghai',
    viewport: '1440×900',
    settings: { openedDestinations: [], fixedNames: [], trustedKeys: [] },
    resolvers: [],
    clock: { before: null, after: null },
  },
  steps: [],
  resources: { total: 1, whole: 1, bytes: 100 },
  missing: [],
  limits: [],
  block: null,
  alterations: [],
});
