import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newAno } from '@proofkeep/bundle';
import { digestFile } from '@proofkeep/bundle/node';
import type { Artifact, CaptureReport } from '@proofkeep/contract';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../../config.ts';
import { type Installation, openInstallation } from '../../../installation.ts';
import { type Captured, seal } from '../sealing.ts';
import { insertAttestation } from '../store.ts';

export interface TestInstallation {
  readonly installation: Installation;
  readonly dataDir: string;
  /** What a capture node leaves behind: an attestation in `capturing` and its work folder. */
  capture(): Promise<Captured & { ano: string }>;
  /** The number of a capture whose leaf was committed, and whose process then died. */
  sealed(): Promise<string>;
}

/** An installation with a real database, real keys and no browser, of the test file's own. */
export function useInstallation(): TestInstallation {
  let dataDir: string;
  let installation: Installation;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'installation-'));
    installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), {});
  });
  afterAll(async () => {
    await installation.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const capture = async () => {
    const ano = newAno(new Date(), randomBytes(16));
    const workDir = installation.workDir(ano);
    const report = reportOf(ano);
    const artifacts = [
      await put(workDir, 'thumbnail', 'thumbnail.png', 'image/png', Buffer.from(picture, 'base64')),
      await put(workDir, 'screenshot', 'screenshot/full.png', 'image/png', Buffer.from(picture, 'base64')),
      await put(workDir, 'report', 'report.json', 'application/json', Buffer.from(JSON.stringify(report))),
    ];
    await installation.database.transaction((client) =>
      insertAttestation(client, { ano, url: 'https://page.example/' }),
    );
    return { ano, report, artifacts, workDir };
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
      const { ano, ...captured } = await capture();
      await seal(installation, ano, captured, () => {});
      return ano;
    },
  };
}

/** One grey pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

async function put(
  workDir: string,
  kind: Artifact['kind'],
  path: string,
  mediaType: string,
  bytes: Uint8Array,
): Promise<Artifact> {
  await mkdir(dirname(join(workDir, path)), { recursive: true });
  await writeFile(join(workDir, path), bytes);
  return { kind, path, mediaType, ...(await digestFile(join(workDir, path))) };
}

const reportOf = (ano: string): CaptureReport => ({
  captureId: ano,
  state: 'complete',
  failure: null,
  startedAt: new Date().toISOString(),
  endedAt: new Date().toISOString(),
  page: {
    requestedUrl: 'https://page.example/',
    finalUrl: 'https://page.example/',
    title: '页面',
    status: 200,
    protocol: 'h2',
    serverAddress: '192.0.2.7:443',
    contentLanguage: null,
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
    extensions: [],
    locale: 'zh-CN',
    timezone: 'Asia/Shanghai',
    viewport: '1440×900',
    settings: { openedDestinations: [], fixedNames: [], trustedKeys: [] },
    resolvers: [],
    clockOffsetMs: null,
    clockReference: null,
  },
  steps: [],
  resources: { total: 1, whole: 1, bytes: 100 },
  missing: [],
  limits: [],
  block: null,
});
