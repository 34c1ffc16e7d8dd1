import { paths, secondPath } from '@proofkeep/bundle';
import {
  type Bytes,
  type CheckCodeScope,
  type InputOf,
  type Message,
  message,
  opens,
  type ProofContent,
  type ProofPage,
  type proofCalls,
  type RecordName,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { openVisitGrant } from '../../replay/grants.ts';
import {
  bundleBytes,
  type Certified,
  certificateDataOf,
  comparisonIn,
  findSealed,
  firstFiles,
  partBytes,
  readCertified,
  recordEvent,
  recordVisit,
  type SealedPlace,
  tilesIn,
} from '../attestations/service.ts';
import { bundleParts, zipOf } from '../evidence/service.ts';
import { proofStepsOf } from '../netcourt/service.ts';
import { grantDigest, newGrant, requireScope, takeCode } from './codes.ts';
import { findGrant, findSample, findShown, insertGrant } from './store.ts';

type Calls = typeof proofCalls;
type Public = Context<'public'>;

const grantMs = 3_600_000;
/** File names that the page shows. */
const mostNames = 20;

/** @throws Refusal NOT_FOUND, also before there is a certificate */
async function requireSealed(db: Client, ano: string): Promise<SealedPlace & { certifiedPlace: string }> {
  const known = ano.toUpperCase();
  // An attestation of the installation itself is public only as the sample.
  const row = await findSealed(db, known, { isLocalToo: (await findSample(db)) === known });
  if (!row?.certifiedPlace) throw new Refusal('NOT_FOUND');
  return { ...row, certifiedPlace: row.certifiedPlace };
}

export async function proof({ ano, grant }: InputOf<Calls['proof']>, context: Public): Promise<ProofPage> {
  const { db, services, caller, now } = context;
  const row = await requireSealed(db, ano);
  const opened = grant ? await grantOf(context, row.ano, grant) : undefined;
  const shows = await findShown(db, row.ano);
  const certified = await readCertified(services.store, row);
  const data = await certificateDataOf(services, certified);
  const mayPicture = shows.includes('picture') || (opened !== undefined && opens(opened.scope, 'picture'));
  const may = (what: ProofContent) => opened !== undefined || shows.includes(what);
  const mayReplay = opened?.scope === 'bundle' && services.replay !== null;
  if (!caller || caller.accountId !== row.accountId) await recordVisit(db, { ano: row.ano, now });
  return {
    ano: row.ano,
    kind: row.kind,
    startedAt: data.page?.startedAt ?? data.recording?.claimedFrom ?? data.files?.examinedAt ?? '',
    manifestSha256: data.manifestSha256,
    manifestSm3: data.manifestSm3,
    log: data.log,
    steps: proofStepsOf(data, [...certified.parts.keys()]),
    subject: may('subject')
      ? {
          title: row.name || data.title,
          url: data.page?.finalUrl ?? null,
          // A published subject is title and URL only. A code of any scope opens the certificate, which lists the files.
          files: opened ? await firstFiles(services.store, certified, mostNames) : null,
        }
      : null,
    applicant: may('applicant') ? { applicant: data.applicant, operator: data.operator } : null,
    picture: mayPicture ? (await tilesIn(services.store, certified.parts)).map(sizeOf) : null,
    comparison: mayPicture ? await comparisonIn(services.store, certified.parts, certified.manifest) : null,
    access: opened ? { scope: opened.scope, expiresAt: opened.expiresAt.toISOString() } : null,
    bundleBytes:
      opened?.scope === 'bundle' ? zipOf(await bundleParts(services.store, row.certifiedPlace)).sizeBytes : null,
    isReplayable: mayReplay && isReplayable(row, certified, 'first'),
    isSecondReplayable: mayReplay && isReplayable(row, certified, 'second'),
    isSample: (await findSample(db)) === row.ano,
  };
}

const isReplayable = (
  row: SealedPlace,
  { parts }: Certified,
  record: RecordName,
): row is SealedPlace & { fence: string } =>
  row.fence !== null && parts.has(record === 'first' ? waczPath : secondPath(waczPath));
const waczPath = `${paths.dataFolder}page.wacz`;

const sizeOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => ({ widthPx, heightPx });

/** @returns undefined if the grant ended, or is for other evidence */
async function grantOf({ db, now }: Public, ano: string, grant: string) {
  const found = await findGrant(db, grantDigest(grant), now);
  return found?.ano === ano ? found : undefined;
}

export async function openProof({ ano, code }: InputOf<Calls['openProof']>, context: Public) {
  const { db, now } = context;
  const row = await requireSealed(db, ano);
  const { id, label, scope, expiresAt: codeEndsAt } = await takeCode(context, { ano: row.ano, code, wants: null });
  const { grant, tokenSha256 } = newGrant();
  const expiresAt = new Date(Math.min(now.getTime() + grantMs, codeEndsAt.getTime()));
  await insertGrant(db, { tokenSha256, codeId: id, expiresAt });
  await recordEvent(db, {
    ano: row.ano,
    event: 'access.opened',
    by: 'visitor',
    messages: [message('custody.code', { label })],
  });
  context.audit({ ano: row.ano, codeId: id });
  return { grant, scope, expiresAt: expiresAt.toISOString() };
}

const wanted = { bundle: 'bundle', certificate: 'certificate', picture: 'picture' } as const satisfies Record<
  InputOf<Calls['collect']>['part'],
  CheckCodeScope
>;

export async function collect(input: InputOf<Calls['collect']>, context: Public): Promise<Bytes> {
  const { db, services } = context;
  const { id, part, tile, record } = input;
  const row = await requireSealed(db, id);
  const label = await admit(context, row.ano, input);
  const certified = await readCertified(services.store, row);
  // Showing the picture is part of opening the page.
  if (part === 'picture') {
    context.auditAs(null);
    return tileOf(services.store, certified, { n: tile, record });
  }
  const messages = [message('custody.code', { label }), message('custody.file', { path: fileNames[part](row.ano) })];
  await recordEvent(db, { ano: row.ano, event: 'access.downloaded', by: 'visitor', messages });
  context.audit({ ano: row.ano, part });
  if (part === 'bundle') return { ...(await bundleBytes(services.store, row)), isFixed: false };
  const pdf = await partBytes(services.store, certified.parts, paths.certificate, fileNames.certificate(row.ano));
  return { ...pdf, mediaType: 'application/pdf', isFixed: false };
}

const fileNames = { bundle: (ano: string) => `${ano}.zip`, certificate: (ano: string) => `${ano}.pdf` };

/** Admits a visitor by a grant, by a code, or to what the holder shows publicly. @returns the label of the code */
async function admit(context: Public, ano: string, { code, grant, part }: InputOf<Calls['collect']>): Promise<string> {
  const isShown = part === 'picture' && (await findShown(context.db, ano)).includes('picture');
  if (isShown) return '';
  const wants = wanted[part];
  if (code !== undefined) return (await takeCode(context, { ano, code, wants })).label;
  const opened = grant === undefined ? undefined : await grantOf(context, ano, grant);
  if (!opened) throw new Refusal('CHECK_CODE_INVALID');
  requireScope(opened.scope, wants);
  return opened.label;
}

async function tileOf(
  store: Context['services']['store'],
  { parts }: Certified,
  { n, record }: { n: number; record: RecordName },
): Promise<Bytes> {
  const tile = (await tilesIn(store, parts, record === 'second' ? 'second/' : ''))[n - 1];
  if (!tile) throw new Refusal('NOT_FOUND');
  return { ...(await partBytes(store, parts, tile.path)), mediaType: 'image/png', isFixed: false };
}

/** The recorded page is part of the bundle, so replaying it requires that scope. */
export async function openProofReplay({ ano, grant, record }: InputOf<Calls['openProofReplay']>, context: Public) {
  const { db, now, services } = context;
  const row = await requireSealed(db, ano);
  const opened = await grantOf(context, row.ano, grant);
  if (!opened) throw new Refusal('CHECK_CODE_INVALID');
  requireScope(opened.scope, 'bundle');
  const certified = await readCertified(services.store, row);
  if (!services.replay || !isReplayable(row, certified, record)) throw new Refusal('STATE_FORBIDS');
  const replayed = { ano: row.ano, fence: row.fence, record };
  const visit = { visitSha256: grantDigest(grant), until: opened.expiresAt };
  const { id, expiresAt, isNew } = await openVisitGrant(db, { ...replayed, ...visit, now });
  const messages = [message('custody.code', { label: opened.label }), ...recordMessages(certified, record)];
  if (isNew) await recordEvent(db, { ano: row.ano, event: 'access.replayed', by: 'visitor', messages });
  return { ...services.replay.addressesOf({ id, ...replayed }), expiresAt: expiresAt.toISOString() };
}

/** Which of two records of a page was shown; nothing for a page with one record. */
function recordMessages({ manifest }: Certified, record: RecordName): Message[] {
  const second = 'second' in manifest ? manifest.second : undefined;
  if (second?.state !== 'captured') return [];
  const { name } = record === 'first' ? second.from : second.place;
  return [message(`custody.record-${record}`, { place: name })];
}

export async function reportVerification(
  { ano, grant, isVerified }: InputOf<Calls['reportVerification']>,
  context: Public,
) {
  const opened = await grantOf(context, ano, grant);
  if (!opened) throw new Refusal('CHECK_CODE_INVALID');
  const result = message(isVerified ? 'custody.verified' : 'custody.not-verified');
  const messages = [message('custody.code', { label: opened.label }), result];
  await recordEvent(context.db, { ano, event: 'access.verified', by: 'visitor', messages });
  return null;
}
