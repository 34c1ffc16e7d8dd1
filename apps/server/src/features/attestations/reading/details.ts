import { operatorOf, paths, secondPath } from '@proofkeep/bundle';
import {
  type AttestationDetail,
  type attestationCalls,
  CaptureReport,
  type CustodyEvent,
  type InputOf,
  isCapturedKind,
  proofRungs,
  type RecordName,
} from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { openGrant } from '../../../replay/grants.ts';
import { fileList, type Part, readManifest, storedParts } from '../../evidence/service.ts';
import { recordView } from '../custody.ts';
import { findCustodyEvents } from '../custody-store.ts';
import { submittedFiles } from '../files/submitted.ts';
import { secondOf } from '../second/shown.ts';
import type { ListedRow } from './store.ts';
import { requireListed, summaryOf } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function info({ ano }: InputOf<Calls['info']>, context: User): Promise<AttestationDetail> {
  const { db, services } = context;
  const row = await requireListed(db, scopeOf(context.caller), ano);
  const parts = await storedParts(services.store, row);
  const manifest = await readManifest(services.store, parts);
  const report = await reportOf(context, parts);
  if (manifest) await recordView(db, { ano, by: context.caller, now: context.now });
  const custody = await findCustodyEvents(db, ano);
  const summary = summaryOf(row);
  return {
    ...summary,
    page: report?.page ?? null,
    environment: report?.environment ?? null,
    steps: report?.steps ?? [],
    missing: report?.missing ?? [],
    limits: report?.limits ?? [],
    block: report?.block ?? null,
    alterations: report?.alterations ?? null,
    resources: report?.resources ?? null,
    manifestSha256: row.manifestSha256,
    files: manifest ? await fileList(services.store, parts, manifest) : [],
    ladder: ladderOf(custody.filter(({ attempt }) => attempt === row.attempt)),
    submitted: isCapturedKind(row.kind) ? [] : await submittedFiles(context, ano, manifest),
    custody,
    second: secondOf(summary, manifest),
    isReplayable: services.replay !== null && isReplayable(row, parts, 'first'),
    isSecondReplayable: services.replay !== null && isReplayable(row, parts, 'second'),
    applicant: manifest?.applicant ?? null,
    operator: manifest && operatorOf(manifest),
  };
}

const isReplayable = (
  row: ListedRow,
  parts: Map<string, Part>,
  record: RecordName,
): row is ListedRow & { fence: string } =>
  row.fence !== null && parts.has(record === 'first' ? waczPath : secondPath(waczPath));
const waczPath = `${paths.dataFolder}page.wacz`;

/** @throws Refusal NOT_FOUND, also for a page that was not visited; STATE_FORBIDS if there is nothing to replay */
export async function openReplay({ ano, record, page }: InputOf<Calls['openReplay']>, context: User) {
  const { db, caller, now, services } = context;
  const row = await requireListed(db, scopeOf(caller), ano);
  const parts = await storedParts(services.store, row);
  if (!services.replay || !isReplayable(row, parts, record)) throw new Refusal('STATE_FORBIDS');
  const visited = page === undefined ? [] : ((await reportOf(context, parts))?.session?.pages ?? []);
  if (page !== undefined && !visited[page]) throw new Refusal('NOT_FOUND');
  const replayed = { ano, fence: row.fence, record };
  const { id, expiresAt } = await openGrant(db, { ...replayed, tokenSha256: caller.tokenSha256, now });
  return { ...services.replay.addressesOf({ id, ...replayed }, page), expiresAt: expiresAt.toISOString() };
}

async function reportOf({ services: { store } }: User, parts: Map<string, Part>): Promise<CaptureReport | null> {
  const part = parts.get('data/report.json');
  return part ? CaptureReport.parse(JSON.parse(Buffer.from(await store.bytes(part.key)).toString())) : null;
}

/** The raw proof of a rung, by its path in the bundle. */
const proofs: Partial<Record<string, string>> = {
  hashed: paths.manifest,
  stamped: paths.token,
  logged: paths.inclusion,
  certified: paths.certificate,
};

function ladderOf(custody: CustodyEvent[]): AttestationDetail['ladder'] {
  return proofRungs.flatMap((rung) => {
    const reached = custody.find(({ event }) => event === rung);
    return reached ? [{ rung, at: reached.at, messages: reached.messages, proof: proofs[rung] ?? null }] : [];
  });
}
