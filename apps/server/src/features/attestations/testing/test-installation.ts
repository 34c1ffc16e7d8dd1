import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalBytes, newAno, type ProductFieldName, type ProductRecord } from '@proofkeep/bundle';
import { type Artifact, type CaptureEnvironment, type CaptureReport, serviceOf } from '@proofkeep/contract';
import { sampleRecord } from '@proofkeep/fakes';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../../../database/client.ts';
import { type Installation, openInstallation } from '../../../installation.ts';
import { readConfig } from '../../../read-config.ts';
import type { Store } from '../../../store/store.ts';
import { makeCurrentDatabase } from '../../../testing/database.ts';
import { dataPlace, type Lease, localFence } from '../../evidence/service.ts';
import { insertAccount } from '../../identity/store.ts';
import { placeHold, postTransfer } from '../../money/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { insertDelivery } from '../nodes/store.ts';
import type { Captured } from '../sealing/manifest.ts';
import { seal } from '../sealing/seal.ts';
import { nextFence } from '../second/store.ts';
import { installationSubmitter } from '../submitting/submitter.ts';
import { endLease, grantLease, insertAttestation, insertLocalAttestation, pageAt } from '../write-store.ts';

export interface TestInstallation {
  readonly installation: Installation;
  readonly dataDir: string;
  /**
   * A capture of the command line: an attestation in `capturing` with its files in the store. The recorder's clock may
   * be off, and facts of its environment may differ.
   */
  capture(recorderAheadMs?: number, environment?: Partial<CaptureEnvironment>): Promise<Captured>;
  /**
   * An attestation whose leaf was committed before its process was killed.
   * @returns its number
   */
  sealed(): Promise<string>;
  /**
   * A capture delivered by a node for an account, paid from its balance and certified without a preview. A second record, if
   * asked for, has another text. With `prices`, it is a product page that states these in the first and second record.
   */
  delivered(o?: {
    second?: 'captured' | 'no-node';
    prices?: readonly [readonly StatedPrice[], readonly StatedPrice[]];
  }): Promise<Captured & { accountId: string }>;
}

/** A price of a product page: its field, the amount, and the variant of a `variantPrice`. */
export type StatedPrice = readonly [name: ProductFieldName, value: string, variant?: string];

type Settings = Record<string, string>;

/**
 * An installation for this test file only, with a real database, real keys and no browser. `settings` is called after
 * the file's earlier `beforeAll` hooks.
 */
export function useInstallation(settings: () => Settings | Promise<Settings> = () => ({})): TestInstallation {
  let dataDir: string;
  let installation: Installation;
  let database: Awaited<ReturnType<typeof makeCurrentDatabase>>;
  beforeAll(async () => {
    database = await makeCurrentDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'installation-'));
    installation = await openInstallation(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, NTP_SERVERS: '', ...(await settings()) }),
      {},
    );
  });
  afterAll(async () => {
    await installation.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const leaveFiles = async (
    lease: Lease,
    recorderAheadMs = 0,
    environment: Partial<CaptureEnvironment> = {},
    { text, prices }: { text?: string | undefined; prices?: readonly StatedPrice[] | undefined } = {},
  ): Promise<Captured & { artifacts: Artifact[] }> => {
    const report = reportOf(lease.ano, new Date(Date.now() + recorderAheadMs));
    Object.assign(report.environment ?? {}, environment);
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
      ...(text ? [await put('text', 'page.txt', 'text/plain; charset=utf-8', Buffer.from(text))] : []),
      ...(prices
        ? [await put('product', 'product.json', 'application/json', canonicalBytes(productOf(lease.ano, prices)))]
        : []),
      await put('report', 'report.json', 'application/json', Buffer.from(JSON.stringify(report))),
    ];
    return {
      ...lease,
      kind: prices ? 'ecommerce' : 'page',
      report,
      artifacts,
      clock,
      submitter: installationSubmitter('王芳'),
      next: 'sealing',
    };
  };
  const leaveSecond = async (ano: string, what: 'captured' | 'no-node', prices?: readonly StatedPrice[]) => {
    const { pool } = installation.database;
    const [first, place] = ['CN-SH', 'DE-HE'].map((region) => JSON.stringify({ name: `Place ${region}`, region }));
    if (what === 'no-node')
      return void (await pool.query(
        `insert into second_record (ano, state, first_place, why) values ($1, 'failed', $2, 'no-node')`,
        [ano, first],
      ));
    const lease = { ano, fence: await nextFence(pool) };
    const { report, artifacts } = await leaveFiles(lease, 0, {}, { text: textOf('12', prices), prices });
    await insertDelivery(pool, lease, { report, artifacts, clock: null }, new Date());
    await pool.query(
      `insert into second_record (ano, state, first_place, place, fence, node) values ($1, 'delivered', $2, $3, $4, 'two')`,
      [ano, first, place, lease.fence],
    );
  };
  const capture: TestInstallation['capture'] = async (recorderAheadMs, environment) => {
    const ano = newAno(new Date(), randomBytes(16));
    const captured = await leaveFiles({ ano, fence: localFence }, recorderAheadMs, environment);
    await installation.database.transaction((client) => insertLocalAttestation(client, { ano, url: pageUrl }));
    return captured;
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
    async delivered({ second, prices } = {}) {
      const { database } = installation;
      const ano = newAno(new Date(), randomBytes(16));
      const { accountId, fence } = await database.transaction((db) =>
        insertLeased(db, ano, { kind: prices ? 'ecommerce' : 'page', units: second ? 2 : 1 }),
      );
      const files = { text: second && textOf('10', prices?.[0]), prices: prices?.[0] };
      const captured = await leaveFiles({ ano, fence }, 0, {}, files);
      if (second) await leaveSecond(ano, second, prices?.[1]);
      const delivery = { report: captured.report, artifacts: captured.artifacts, clock: null };
      await database.transaction(async (db) => {
        await insertDelivery(db, captured, delivery, new Date());
        await endLease(db, ano);
      });
      return { ...captured, accountId };
    },
  };
}

const pageUrl = 'https://page.example/';

/** An attestation of a new account, with its full price held, leased to a node. */
async function insertLeased(
  db: Client,
  ano: string,
  { kind, units }: { kind: 'page' | 'ecommerce'; units: number },
): Promise<{ accountId: string; fence: string }> {
  const phone = `139${randomInt(10 ** 8)
    .toString()
    .padStart(8, '0')}`;
  const login = await insertAccount(db, { phone, name: '王芳', passwordHash: null, language: 'zh' });
  if (!login) throw new Error(`${phone} is taken.`);
  const { accountId, id: loginId } = login;
  await postTransfer(db, {
    key: `credit:${ano}`,
    kind: 'recharge',
    loginId: null,
    subject: ano,
    from: { kind: 'funds', provider: 'test' },
    to: { kind: 'balance', accountId },
    cents: units * centsOf[kind],
  });
  await insertAttestation(db, {
    ano,
    accountId,
    loginId,
    personId: loginId,
    submitter: installationSubmitter('王芳'),
    ...pageAt(pageUrl, kind),
    labels: [],
    remark: '',
    job: {},
    autoConfirm: true,
    orderId: null,
  });
  await placeHold(db, { accountId, loginId, service: serviceOf[kind], quantity: units, subject: ano, now: new Date() });
  await moveAttestation(db, ano, 'leased', { by: { node: 'node' } });
  const fence = await grantLease(db, ano, { node: 'node', until: new Date(Date.now() + 60_000) });
  return { accountId, fence };
}

/** The balance that `delivered` adds for each record of a page: the price of a page. */
export const deliveredCents = 1000;
const centsOf = { page: deliveredCents, ecommerce: 1_500 } as const;

/** The text of a page, which shows what the product record quotes. */
const textOf = (price: string, prices: readonly StatedPrice[] = []): string =>
  ['Cup', `Price ${price}`, ...prices.map(([, value, variant]) => `${variant ?? ''} ¥${value}`.trim()), ''].join('\n');

const productOf = (ano: string, prices: readonly StatedPrice[]): ProductRecord => ({
  v: 1,
  type: 'proofkeep-product',
  ano,
  platform: 'generic',
  fields: prices.map(([name, value, variant = null]) => ({
    name,
    value,
    variant,
    shown: { parts: ['¥', value], reading: 'amount', box: { x: 0, y: 0, width: 80, height: 20 } },
    source: null,
  })),
  images: [],
});

/** One grey pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

const putAt =
  (store: Store, lease: Lease) =>
  async (kind: Artifact['kind'], path: string, mediaType: string, bytes: Uint8Array): Promise<Artifact> => ({
    kind,
    path,
    mediaType,
    ...(await store.put(`${dataPlace(lease)}${path}`, bytes)),
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
