import { randomBytes } from 'node:crypto';
import { type DeviceManifest, newAno } from '@proofkeep/bundle';
import { type attestationCalls, type InputOf, serviceOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance, scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { placeHold, placeHolds, requireFunds } from '../../money/service.ts';
import { insertNewSubmission } from '../batch/submission-store.ts';
import { recordEvent } from '../custody.ts';
import { requireListed, summaryOf } from '../reading/summary.ts';
import { placeOrder, requireSpace } from '../submitting/submission.ts';
import { findSubmitter } from '../submitting/submitter.ts';
import { insertAttestation } from '../write-store.ts';
import { insertEntries, type NewEntry } from './store.ts';
import { lockReceived } from './upload-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** Attests uploaded files. @throws Refusal UPLOAD_GONE, FILE_DIFFERS, FILE_NAMES, and the refusals of `submit` */
export async function preserveFiles(input: InputOf<Calls['preserveFiles']>, context: User) {
  const { db, caller } = context;
  const received = new Map(
    (
      await lockReceived(
        db,
        input.files.map(({ fileId }) => fileId),
        caller,
      )
    ).map((file) => [file.fileId, file]),
  );
  const entries = input.files.map(({ fileId, name, modifiedAt, sha256, sm3 }, i): NewEntry => {
    const file = received.get(fileId);
    // Each upload becomes one file of one attestation.
    if (!file || !received.delete(fileId))
      throw new Refusal('UPLOAD_GONE', { fields: [{ field: `files.${i}`, message: '' }] });
    if ((sha256 ?? file.sha256) !== file.sha256 || (sm3 ?? file.sm3) !== file.sm3)
      throw new Refusal('FILE_DIFFERS', { fields: [{ field: `files.${i}`, message: '' }] });
    return {
      name: name ?? file.name,
      size: file.sizeBytes,
      modifiedAt: modifiedAt ?? null,
      path: placeOf(i, name ?? file.name),
      sha256: file.sha256,
      sm3: file.sm3,
      declaredSha256: sha256 ?? null,
      receivedId: fileId,
      mediaType: null,
    };
  });
  return input.each && entries.length > 1
    ? submitEach(entries, input, context)
    : replyOf(await submit('files', entries, input, context));
}

/**
 * Makes one attestation per file, all in one submission, and holds the price of each; with an order, files covered by
 * packages start at once. @throws Refusal STORAGE_FULL, BALANCE_SHORT, SPENDING_LIMIT, NOT_ALLOWED, ORDERS_OPEN
 */
async function submitEach(entries: readonly NewEntry[], input: InputOf<Calls['preserveFiles']>, context: User) {
  const { db, services, caller, now, audit } = context;
  await requireSpace(context);
  const { name, labels, remark, byOrder } = input;
  const { accountId, loginId, personId } = caller;
  const quantity = entries.length;
  const charged = { accountId, loginId, service: serviceOf.files, now } as const;
  const placed = byOrder ? await placeOrder(context, { service: serviceOf.files, units: entries.map(() => 1) }) : null;
  if (!placed) await requireFunds(db, { ...charged, quantity, seesAccount: maySeeBalance(caller) });
  const orderId = placed?.order.id ?? null;
  const batchId = await insertNewSubmission(db, { accountId, loginId, name, size: quantity, orderId });
  const shared = { accountId, loginId, personId, submitter: await findSubmitter(context), submissionId: batchId };
  const fixed = { kind: 'files', url: '', fileCount: 1, name: '', labels, remark, job: {}, autoConfirm: true } as const;
  // Packages cover the first files.
  const begun = placed?.begun ?? quantity;
  const made = entries.map((entry, i) => ({ entry, ano: newAno(now, randomBytes(16)), isBegun: i < begun }));
  for (const { entry, ano, isBegun } of made) {
    const title = entry.name;
    await insertAttestation(db, { ano, ...shared, ...fixed, title, orderId: isBegun ? null : orderId });
    await insertEntries(db, ano, [{ ...entry, path: placeOf(0, title) }]);
    if (isBegun) await services.jobs.send(db, 'seal-files', { ano });
    await recordEvent(db, { ano, event: 'received', by: caller });
  }
  const started = made.filter(({ isBegun }) => isBegun).map(({ ano }) => ({ subject: ano, quantity: 1 }));
  await placeHolds(db, { ...charged, priced: quantity }, started);
  await services.jobs.send(db, 'index-submission', { submissionId: batchId });
  audit({ batchId, count: quantity });
  const [first] = made;
  if (!first) throw new Error('A submission without files.');
  const attestation = summaryOf(await requireListed(db, scopeOf(caller), first.ano));
  return { attestation, orderNo: placed?.order.no ?? null, batchId };
}

/** Attests digests; no file is received. @throws Refusal FILE_NAMES, and the refusals of `submit` */
export async function preserveDigests(input: InputOf<Calls['preserveDigests']>, context: User) {
  const entries = input.files.map(
    ({ name, sha256, sm3, sizeBytes, modifiedAt }): NewEntry => ({
      name,
      size: sizeBytes ?? null,
      modifiedAt: modifiedAt ?? null,
      path: null,
      sha256,
      sm3: sm3 ?? null,
      declaredSha256: null,
      receivedId: null,
      mediaType: null,
    }),
  );
  return replyOf(await submit('digests', entries, input, context));
}

const replyOf = ({ batchId, attestation, orderNo }: Awaited<ReturnType<typeof submit>>) => ({
  batchId,
  attestation,
  orderNo,
});

/**
 * Path in the bundle: a number, since names can contain anything, and the extension, so that other programs can open
 * the file.
 */
function placeOf(index: number, name: string): string {
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? '';
  return `data/files/${String(index + 1).padStart(4, '0')}${ending}`;
}

/** A device's recording, which is charged per minute. */
export interface DeviceRecordingFacts {
  title: string;
  minutes: number;
  device: DeviceManifest['device'];
}

/**
 * Attests a device's recording: its public key, its signed segments and their contents, each with its path in the
 * bundle. @throws the refusals of `submit`
 */
export const submitRecording = (
  entries: readonly NewEntry[],
  submission: Submission,
  recording: DeviceRecordingFacts,
  context: User,
) => submit('device', entries, submission, context, recording);

export interface Submission {
  name: string;
  labels: readonly string[];
  remark: string;
  byOrder: boolean;
}

/**
 * Makes one attestation and holds its price, or leaves it waiting for an order. @throws Refusal STORAGE_FULL,
 * BALANCE_SHORT, SPENDING_LIMIT, NOT_ALLOWED, ORDERS_OPEN
 */
async function submit(
  kind: 'files' | 'digests' | 'device',
  entries: readonly NewEntry[],
  submission: Submission,
  context: User,
  recording?: DeviceRecordingFacts,
) {
  const { db, services, caller, now, audit } = context;
  await requireSpace(context);
  requireDistinctNames(entries);
  const { name, labels, remark, byOrder } = submission;
  const { accountId, loginId, personId } = caller;
  const quantity = recording?.minutes ?? entries.length;
  const charged = { accountId, loginId, service: serviceOf[kind], quantity, now } as const;
  const placed = byOrder ? await placeOrder(context, { service: serviceOf[kind], units: [quantity] }) : null;
  if (!placed) await requireFunds(db, { ...charged, seesAccount: maySeeBalance(caller) });
  const ano = newAno(now, randomBytes(16));
  const orderId = placed?.order.id ?? null;
  const batchId = await insertAttestation(db, {
    ano,
    accountId,
    loginId,
    personId,
    submitter: await findSubmitter(context),
    kind,
    url: '',
    fileCount: recording?.device.held ?? entries.length,
    minutes: recording?.minutes,
    name,
    title: recording?.title ?? entries[0]?.name ?? '',
    labels,
    remark,
    job: recording ? { device: recording.device } : {},
    autoConfirm: true,
    orderId,
  });
  await insertEntries(db, ano, entries);
  if (orderId === null) {
    await placeHold(db, { ...charged, subject: ano });
    await services.jobs.send(db, 'seal-files', { ano });
  }
  await recordEvent(db, { ano, event: 'received', by: caller });
  audit({ ano });
  const attestation = summaryOf(await requireListed(db, scopeOf(caller), ano));
  return { batchId, attestation, orderNo: placed?.order.no ?? null, orderId };
}

function requireDistinctNames(entries: readonly NewEntry[]): void {
  const names = new Set<string>();
  for (const [i, { name }] of entries.entries()) {
    if (names.has(name)) throw new Refusal('FILE_NAMES', { fields: [{ field: `files.${i}`, message: '' }] });
    names.add(name);
  }
}
