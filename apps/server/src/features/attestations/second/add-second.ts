import { createHash } from 'node:crypto';
import {
  Comparison,
  canonicalBytes,
  comparePrices,
  compareTexts,
  ProductRecord,
  paths,
  readSealed,
  secondFolder,
} from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { CaptureReport, ClockOffset, NodePlace, SecondRecordFailure } from '@proofkeep/contract';
import { fromPem } from '@proofkeep/pki';
import type { Installation } from '../../../installation.ts';
import type { Store } from '../../../store/store.ts';
import { dataPlace, type Lease } from '../../evidence/service.ts';
import { type Delivery, findDelivery } from '../nodes/store.ts';
import { comparePictures, type ScreenshotTile } from './pictures.ts';
import { findSecond } from './store.ts';

/** Facts about a second record for the manifest. */
export type SecondEvidence =
  | { state: 'captured'; from: NodePlace; place: NodePlace; report: CaptureReport; clock: ClockOffset | null }
  | { state: 'failed'; from: NodePlace | null; place: NodePlace | null; why: SecondRecordFailure };

type Artifacts = readonly Pick<Delivery['artifacts'][number], 'path' | 'size' | 'mediaType' | 'sha256' | 'sm3'>[];

interface Record {
  place: string;
  artifacts: Artifacts;
  report: CaptureReport;
}

/** Folder of the second record below `data/`, and the path of the comparison there. */
const folder = below(secondFolder);
const comparisonName = below(paths.comparison);

/**
 * Adds the second record of a page and its comparison with the first to the files of the first record's lease. Safe to
 * run again: files and comparison are the same.
 * @returns undefined if no second record was requested. The lease of the second record is removed once the attestation
 * is sealed.
 */
export async function addSecond(
  { database, store }: Pick<Installation, 'database' | 'store'>,
  lease: Lease,
  first: { artifacts: Artifacts; report: CaptureReport },
): Promise<{ second: SecondEvidence; artifacts: Artifacts; lease: Lease | null } | undefined> {
  const row = await findSecond(database.pool, lease.ano);
  if (!row) return undefined;
  const { firstPlace: from, place, fence } = row;
  const delivery = row.state === 'delivered' && fence !== null ? await findDelivery(database.pool, fence) : undefined;
  if (!delivery || !from || !place || fence === null) {
    const second = { state: 'failed', from, place, why: row.why ?? 'no-node' } as const;
    return { second, artifacts: first.artifacts, lease: null };
  }
  const source = { ano: lease.ano, fence };
  const { report, artifacts, clock } = delivery;
  for (const { path, size, sha256 } of artifacts)
    await store.duplicate(`${dataPlace(source)}${path}`, `${dataPlace(lease)}${folder}${path}`, { size, sha256 });
  const bytes = canonicalBytes(
    await compare(store, lease.ano, [
      { place: dataPlace(lease), ...first },
      { place: `${dataPlace(lease)}${folder}`, artifacts, report },
    ]),
  );
  await store.put(`${dataPlace(lease)}${comparisonName}`, bytes);
  const digests = { size: bytes.length, sha256: sha256Hex(bytes), sm3: sm3Hex(bytes) };
  return {
    second: { state: 'captured', from, place, report, clock },
    artifacts: [
      ...first.artifacts,
      ...artifacts.map((artifact) => ({ ...artifact, path: `${folder}${artifact.path}` })),
      { path: comparisonName, mediaType: 'application/json', ...digests },
    ],
    lease: source,
  };
}

async function compare(store: Store, ano: string, [first, second]: readonly [Record, Record]): Promise<Comparison> {
  const texts = await bothOf(store, [first, second], 'page.txt');
  const products = await bothOf(store, [first, second], below(paths.product));
  const prices = products?.map((bytes) => readSealed(ProductRecord, bytes, paths.product));
  const [a, b] = [await mainOf(store, first), await mainOf(store, second)];
  return Comparison.parse({
    v: 1,
    type: 'proofkeep-comparison',
    ano,
    text: texts && compareTexts(texts[0].toString(), texts[1].toString()),
    prices: prices?.[0] && prices[1] ? comparePrices(prices[0], prices[1]) : null,
    picture: await comparePictures(await screenshotOf(store, first), await screenshotOf(store, second)),
    main: {
      status: [a.status, b.status],
      finalUrl: [a.finalUrl, b.finalUrl],
      serverAddress: [a.serverAddress, b.serverAddress],
      certificate: [a.certificate, b.certificate],
    },
  } satisfies Comparison);
}

async function bothOf(
  store: Store,
  records: readonly [Record, Record],
  path: string,
): Promise<[Buffer, Buffer] | null> {
  const [first, second] = [await bytesOf(store, records[0], path), await bytesOf(store, records[1], path)];
  return first && second ? [first, second] : null;
}

async function bytesOf(store: Store, { place, artifacts }: Record, path: string): Promise<Buffer | null> {
  return artifacts.some((artifact) => artifact.path === path)
    ? Buffer.from(await store.bytes(`${place}${path}`))
    : null;
}

async function mainOf(store: Store, record: Record) {
  const { status, finalUrl, serverAddress } = record.report.page;
  const chain = await bytesOf(store, record, 'certificates.pem');
  const [certificate] = chain ? fromPem(chain.toString()) : [];
  return {
    status,
    finalUrl,
    serverAddress,
    certificate: certificate ? createHash('sha256').update(certificate).digest('hex') : null,
  };
}

/** Sizes are in the header of each file (PNG, ISO/IEC 15948 §11.2.2). */
async function screenshotOf(store: Store, { place, artifacts }: Record): Promise<ScreenshotTile[]> {
  const files = artifacts
    .filter(({ path }) => /^screenshot\/\d+\.png$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const tiles: ScreenshotTile[] = [];
  for (const { path } of files) {
    const bytes = Buffer.from(await store.bytes(`${place}${path}`));
    tiles.push({ widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20), read: async () => bytes });
  }
  return tiles;
}

function below(path: string): string {
  return path.slice(paths.dataFolder.length);
}
