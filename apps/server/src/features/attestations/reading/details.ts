import { buffer } from 'node:stream/consumers';
import { Leaf, paths, readSealed } from '@proofkeep/bundle';
import {
  type AttestationDetail,
  type attestationCalls,
  type Bytes,
  CaptureReport,
  type CustodyEvent,
  type InputOf,
  proofRungs,
  type ReplyOf,
} from '@proofkeep/contract';
import { parseTimestamp } from '@proofkeep/pki';
import { parseCheckpoint, parseNote, parseTlogProof, toBase64 } from '@proofkeep/tlog';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { openGrant } from '../../../replay/grants.ts';
import {
  bundleParts,
  fileList,
  mediaTypeOf,
  type Part,
  readManifest,
  storedParts,
  zipOf,
} from '../../evidence/service.ts';
import {
  custodyOf,
  editHolding,
  fileAddress,
  type Holding,
  holdingsOf,
  labelCounts,
  listHoldings,
  summaryOf,
} from '../list-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function urlList(wanted: InputOf<Calls['urlList']>, { db, caller }: User) {
  const { rows, total } = await listHoldings(db, caller.accountId, wanted);
  return { list: rows.map(summaryOf), total };
}

export async function list(wanted: InputOf<Calls['list']>, { db, caller }: User) {
  const { rows, total } = await listHoldings(db, caller.accountId, wanted);
  return { list: rows.map(summaryOf), total };
}

export async function labels(_input: unknown, { db, caller }: User) {
  return { list: await labelCounts(db, caller.accountId) };
}

export async function edit(
  { id, ...change }: { id: string; name?: string | undefined; remark?: string | undefined; labels?: readonly string[] },
  context: User,
) {
  const { db, caller, audit } = context;
  if (!(await editHolding(db, caller.accountId, id, change))) throw new Refusal('NOT_FOUND');
  audit({ ano: id });
  return summaryOf(await holdingOf(context, id));
}

/** @throws Refusal NOT_FOUND, also for what another account holds */
export async function holdingOf({ db, caller }: User, ano: string): Promise<Holding> {
  const [holding] = await holdingsOf(db, caller.accountId, [ano]);
  if (!holding) throw new Refusal('NOT_FOUND');
  return holding;
}

const pictureLimit = 100;

export async function picture({ ano }: InputOf<Calls['picture']>, context: User) {
  return pictureOf(context, await holdingOf(context, ano));
}

export async function pictures({ anos }: InputOf<Calls['pictures']>, context: User) {
  const holdings = await holdingsOf(context.db, context.caller.accountId, anos.slice(0, pictureLimit));
  return { list: await Promise.all(holdings.map((holding) => pictureOf(context, holding))) };
}

/** Tiles with their sizes, read from the pictures themselves (PNG, ISO/IEC 15948 §11.2.2). */
async function pictureOf({ services: { store } }: User, holding: Holding): Promise<ReplyOf<Calls['picture']>> {
  const parts = await storedParts(store, holding);
  const paths = [...parts.keys()].filter((path) => /^data\/screenshot\/\d+\.png$/.test(path)).sort();
  const tiles = await Promise.all(
    paths.map(async (path) => {
      const head = await buffer(await store.read(keyOf(parts, path), { start: 0, end: 23 }));
      return { src: fileAddress(holding.ano, path), widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
    }),
  );
  return { ano: holding.ano, thumbnail: fileAddress(holding.ano, 'data/thumbnail.jpg'), tiles };
}

export async function info({ ano }: InputOf<Calls['info']>, context: User): Promise<AttestationDetail> {
  const { db, services } = context;
  const holding = await holdingOf(context, ano);
  const parts = await storedParts(services.store, holding);
  const manifest = await readManifest(services.store, parts);
  const report = await reportOf(context, parts);
  const custody = await custodyOf(db, ano);
  return {
    ...summaryOf(holding),
    page: report?.page ?? null,
    environment: report?.environment ?? null,
    steps: report?.steps ?? [],
    missing: report?.missing ?? [],
    limits: report?.limits ?? [],
    block: report?.block ?? null,
    alterations: report?.alterations ?? null,
    resources: report?.resources ?? null,
    manifestSha256: holding.manifestSha256,
    files: manifest ? await fileList(services.store, parts, manifest) : [],
    ladder: ladderOf(custody.filter(({ attempt }) => attempt === holding.attempt)),
    custody,
    isReplayable: services.replay !== null && isReplayable(holding, parts),
    applicant: manifest?.applicant ?? null,
    operator: manifest?.capture.operator ?? null,
  };
}

const isReplayable = (holding: Holding, parts: Map<string, Part>): holding is Holding & { fence: string } =>
  holding.fence !== null && parts.has('data/page.wacz');

/** @throws Refusal NOT_FOUND, STATE_FORBIDS where there is nothing to replay */
export async function openReplay({ ano }: InputOf<Calls['openReplay']>, context: User) {
  const { db, caller, now, services } = context;
  const holding = await holdingOf(context, ano);
  const parts = await storedParts(services.store, holding);
  if (!services.replay || !isReplayable(holding, parts)) throw new Refusal('STATE_FORBIDS');
  const replayed = { ano, fence: holding.fence };
  const { id, expiresAt } = await openGrant(db, { ...replayed, tokenSha256: caller.tokenSha256, now });
  return { ...services.replay.addressesOf({ id, ...replayed }), expiresAt: expiresAt.toISOString() };
}

async function reportOf({ services: { store } }: User, parts: Map<string, Part>): Promise<CaptureReport | null> {
  const part = parts.get('data/report.json');
  return part ? CaptureReport.parse(JSON.parse(Buffer.from(await store.bytes(part.key)).toString())) : null;
}

/** Raw proofs of the rungs, by their paths in the bundle. */
const proofs: Partial<Record<string, string>> = {
  hashed: paths.manifest,
  stamped: paths.token,
  logged: paths.inclusion,
  certified: paths.certificate,
};

function ladderOf(custody: CustodyEvent[]): AttestationDetail['ladder'] {
  return proofRungs.flatMap((rung) => {
    const reached = custody.find(({ event }) => event === rung);
    return reached ? [{ rung, at: reached.at, said: reached.said, proof: proofs[rung] ?? null }] : [];
  });
}

export async function certificate({ ano }: InputOf<Calls['certificate']>, context: User) {
  const { store, sealedBy } = context.services;
  const { parts, manifest } = await certified(context, ano);
  const leaf = readSealed(Leaf, await store.bytes(keyOf(parts, paths.leaf)), paths.leaf);
  const tokens = [...parts.keys()].filter((path) => /^proof\/manifest(-\d+)?\.tst$/.test(path)).sort();
  const timestamps = await Promise.all(
    tokens.map(async (path) => {
      const { at, authority, serial } = await parseTimestamp(await store.bytes(keyOf(parts, path)));
      return { at: at.toISOString(), authority, serial, isOwn: path === paths.token };
    }),
  );
  const { index, checkpoint } = parseTlogProof(
    Buffer.from(await store.bytes(keyOf(parts, paths.inclusion))).toString(),
  );
  const { origin, size, root } = parseCheckpoint(parseNote(checkpoint).text);
  return {
    ano,
    ...manifest.subject,
    applicant: manifest.applicant,
    operator: manifest.capture.operator,
    state: manifest.capture.state,
    startedAt: manifest.capture.startedAt,
    endedAt: manifest.capture.endedAt,
    manifestSha256: leaf.manifestSha256,
    manifestSm3: leaf.manifestSm3,
    timestamps,
    log: { origin, index, size, root: toBase64(root) },
    sealedBy,
  };
}

/** One part of a certified bundle, to be saved under a name that says whose it is. */
const partAs =
  (path: string, o: { suffix: string; isShown?: boolean }) =>
  async ({ ano }: { ano: string }, context: User): Promise<Bytes> => {
    const { parts } = await certified(context, ano);
    return bytesOf(context, parts, path, o.isShown ? undefined : `${ano}${o.suffix}`);
  };

export const certificatePdf = partAs(paths.certificate, { suffix: '.pdf' });
export const timestamp = partAs(paths.token, { suffix: '.tst' });
export const timestampBytes = partAs(paths.token, { suffix: '.tst', isShown: true });
export const signature = partAs(paths.manifestSignature, { suffix: '.p7s' });

export async function file({ ano, path }: InputOf<Calls['file']>, context: User): Promise<Bytes> {
  const parts = await storedParts(context.services.store, await holdingOf(context, ano));
  const isPicture = /^data\/(screenshot\/.+\.png|thumbnail\.(jpg|png))$/.test(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return bytesOf(context, parts, path, isPicture ? undefined : `${ano}-${name}`);
}

export async function bundle({ attestationNo: ano }: InputOf<Calls['bundle']>, context: User): Promise<Bytes> {
  const { certifiedPlace } = await holdingOf(context, ano);
  if (!certifiedPlace) throw new Refusal('STATE_FORBIDS');
  return { ...zipOf(await bundleParts(context.services.store, certifiedPlace)), fileName: `${ano}.zip`, isFixed: true };
}

async function bytesOf({ services: { store } }: User, parts: Map<string, Part>, path: string, fileName?: string) {
  const part = parts.get(path);
  if (!part) throw new Refusal('NOT_FOUND');
  const body = await store.read(part.key);
  return { body, mediaType: mediaTypeOf(path), fileName, sizeBytes: part.sizeBytes, isFixed: true };
}

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function certified(context: User, ano: string) {
  const holding = await holdingOf(context, ano);
  if (holding.state !== 'succeeded') throw new Refusal('STATE_FORBIDS');
  const parts = await storedParts(context.services.store, holding);
  const manifest = await readManifest(context.services.store, parts);
  if (!manifest) throw new Error(`The manifest of ${ano} is not in the store.`);
  return { parts, manifest };
}

function keyOf(parts: Map<string, Part>, path: string): string {
  const part = parts.get(path);
  if (!part) throw new Error(`${path} is not in the store.`);
  return part.key;
}
