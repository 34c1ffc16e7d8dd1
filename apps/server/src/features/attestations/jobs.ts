import { type AttestationKind, type Failure, isCapturedKind, message, previewDays } from '@proofkeep/contract';
import type { Installation } from '../../installation.ts';
import type { JobHandlers, Jobs } from '../../jobs/jobs.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import { removeUnlessRetained } from '../../store/store.ts';
import { type Lease, leasePlace, recordingPlace } from '../evidence/service.ts';
import { notifyOfExpired, summariseSubmissions } from './batch/summaries.ts';
import { deleteExpiredProfiles, deleteProfilesOfClosed } from './cookies/store.ts';
import { receivedPlace } from './files/receive.ts';
import { sealFiles } from './files/seal-files.ts';
import { findUnsealedFiles } from './files/store.ts';
import { sweepUploads } from './files/sweep.ts';
import { moveAttestation } from './lifecycle.ts';
import { sweepListExports, writeListExport } from './list-exports/write.ts';
import { addHeads, stampHead } from './live-sessions/heads.ts';
import { recoverSession } from './live-sessions/recover.ts';
import { findUnrecovered, findUnsealable } from './live-sessions/store.ts';
import { findDelivery } from './nodes/store.ts';
import { certify } from './sealing/certify.ts';
import type { Evidence } from './sealing/manifest.ts';
import { seal } from './sealing/seal.ts';
import { NotVerified } from './sealing/self-check.ts';
import { findExpiredPreviews, findUncertified, findUnsealed, insertStoreCheck } from './sealing/store.ts';
import { checkStore, type StoreProblem } from './sealing/store-check.ts';
import { indexSubmission } from './search/jobs.ts';
import { addSecond } from './second/add-second.ts';
import { isSecondOpen } from './second/leases.ts';
import { findSecond } from './second/store.ts';
import { findAttestation, findSubmitterOf, lockAttestation } from './store.ts';

/** Jobs of attestations; each is safe to run twice. */
export const jobHandlers = (
  installation: Installation,
  jobs: () => Jobs,
  onProblem: (problem: StoreProblem) => void,
): Pick<
  JobHandlers,
  | 'seal'
  | 'seal-files'
  | 'stamp-head'
  | 'recover-session'
  | 'remove-received-file'
  | 'sweep-received-files'
  | 'certify'
  | 'resume-sealing'
  | 'discard'
  | 'index-submission'
  | 'summarise-submissions'
  | 'expire-previews'
  | 'check-store'
  | 'export-list'
  | 'sweep-list-exports'
> => ({
  seal: (lease) => sealDelivered(installation, jobs(), lease),
  'seal-files': ({ ano }) => sealFiles(installation, jobs(), ano),
  'stamp-head': (lease) => stampHead(installation, lease),
  'recover-session': (lease) => recover(installation, jobs(), lease),
  'remove-received-file': ({ id }) => installation.store.remove(receivedPlace(id)),
  'sweep-received-files': () => eachAlone([sweepUploads, removeProfiles], (sweep) => sweep(installation, new Date())),
  certify: ({ ano }) => certify(installation, ano),
  'resume-sealing': () => resumeSealing(installation, jobs()),
  discard: (lease) => discard(installation, lease),
  'index-submission': ({ submissionId }) => indexSubmission(installation, submissionId),
  'summarise-submissions': () => summariseSubmissions(installation.database),
  'expire-previews': () => expirePreviews(installation, jobs()),
  'export-list': ({ id }) => writeListExport(installation, id),
  'sweep-list-exports': () => sweepListExports(installation, new Date()),
  'check-store': async () => insertStoreCheck(installation.database.pool, await checkStore(installation, onProblem)),
});

async function removeProfiles({ database }: Installation, now: Date): Promise<void> {
  await deleteExpiredProfiles(database.pool, now);
  await deleteProfilesOfClosed(database.pool);
}

async function sealDelivered(installation: Installation, jobs: Jobs, lease: Lease): Promise<void> {
  const { database } = installation;
  const attestation = await findAttestation(database.pool, lease.ano);
  const delivery = await findDelivery(database.pool, lease.fence);
  if (attestation?.fence !== lease.fence || !delivery || !isCapturedKind(attestation.kind)) return;
  const { kind } = attestation;
  // A killed worker may have sealed it already, or the holder cancelled it.
  if (attestation.state === 'capturing') {
    // If it looks like the wrong page, the holder decides, although they asked to skip the review.
    const next = attestation.autoConfirm && !delivery.report.block ? 'sealing' : 'preview';
    const submitter = await findSubmitterOf(database.pool, lease.ano);
    // The seal is enqueued again when the second record ends.
    if (await isSecondOpen(database.pool, lease.ano)) return;
    const added = await addSecond(installation, lease, delivery);
    const artifacts = await addHeads(installation, lease, added?.artifacts ?? delivery.artifacts);
    const evidence: Evidence = { ...lease, ...delivery, artifacts, kind, next, submitter, second: added?.second };
    await seal(installation, evidence).catch(async (error: unknown) => {
      if (error instanceof NotVerified) await failUnverified(installation, jobs, { ...lease, kind }, error.failure);
      // The failed job notifies the operator; its retry finds nothing left to do.
      throw error;
    });
  }
  await certify(installation, lease.ano);
  await dropSecondLease(installation, jobs, lease.ano);
  if (kind === 'live') await installation.store.remove(recordingPlace(lease));
}

/** The files of a second record are under the first one's lease by now. */
async function dropSecondLease({ database }: Installation, jobs: Jobs, ano: string): Promise<void> {
  const second = await findSecond(database.pool, ano);
  if (second?.fence) await jobs.send(database.pool, 'discard', { ano, fence: second.fence });
}

const recover = (installation: Installation, jobs: Jobs, lease: Lease): Promise<void> =>
  recoverSession(installation, lease, (db) => jobs.send(db, 'seal', { ano: lease.ano, fence: lease.fence }));

/**
 * Nothing was logged: fails the attestation, which releases its hold, and removes its files. A live session can't be
 * repeated, so its acknowledged parts stay for the operator.
 */
async function failUnverified(
  { database }: Installation,
  jobs: Jobs,
  lease: Lease & { kind: AttestationKind },
  failure: Failure,
): Promise<void> {
  await database.transaction(async (db) => {
    const attestation = await lockAttestation(db, lease.ano);
    if (attestation?.state !== 'capturing' || attestation.fence !== lease.fence) return;
    await moveAttestation(db, lease.ano, 'failed', { failure });
    if (lease.kind !== 'live') await jobs.send(db, 'discard', { ano: lease.ano, fence: lease.fence });
  });
}

/**
 * Removes the files of an abandoned lease, except evidence under retention, which a restored database may not know
 * about.
 */
async function discard({ database, store }: Installation, lease: Lease): Promise<void> {
  const attestation = await findAttestation(database.pool, lease.ano);
  const isOver = attestation?.state === 'cancelled' || attestation?.state === 'failed';
  if (attestation?.fence === lease.fence && !isOver) return;
  await removeUnlessRetained(store, leasePlace(lease));
  await store.remove(recordingPlace(lease));
  const second = isOver ? await findSecond(database.pool, lease.ano) : undefined;
  if (second?.fence) await removeUnlessRetained(store, leasePlace({ ano: lease.ano, fence: second.fence }));
}

/** A verifier accepts an outage of this length between a session and its seal (libs/verify: times.ts). */
const giveUpAfterDays = 30;
/** Longer than all retries of a job take (`retries` in jobs/jobs.ts). */
const resumeAfterHours = 13;

/**
 * Retries, once an hour, each seal that its own job gave up on, until it succeeds or the holder cancels what isn't in
 * the log yet: a logged leaf can't be taken back. A live session fails after 30 days and costs nothing. @throws
 * AggregateError of everything that failed again, which notifies the operator
 */
async function resumeSealing(installation: Installation, jobs: Jobs): Promise<void> {
  const { pool } = installation.database;
  const errors: unknown[] = [];
  const attempt = (ano: string, work: Promise<void>) =>
    work.catch((error: unknown) => void errors.push(new Error(`${ano} can't be sealed.`, { cause: error })));
  for (const lease of await findUnsealable(pool, giveUpAfterDays)) {
    const said = message('session.given-up', { days: giveUpAfterDays });
    await attempt(
      lease.ano,
      failUnverified(installation, jobs, { ...lease, kind: 'live' }, { code: 'INTERNAL', said }),
    );
  }
  for (const lease of await findUnrecovered(pool, resumeAfterHours))
    await attempt(lease.ano, recover(installation, jobs, lease));
  for (const lease of await findUnsealed(pool, resumeAfterHours))
    await attempt(lease.ano, sealDelivered(installation, jobs, lease));
  for (const ano of await findUnsealedFiles(pool, resumeAfterHours))
    await attempt(ano, sealFiles(installation, jobs, ano));
  for (const ano of await findUncertified(pool, resumeAfterHours)) await attempt(ano, certify(installation, ano));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} attestations can't be sealed.`);
}

async function expirePreviews({ database }: Installation, jobs: Jobs): Promise<void> {
  const expired = new Map<string, number>();
  for (const ano of await findExpiredPreviews(database.pool, previewDays)) {
    const submission = await database.transaction(async (db) => {
      const attestation = await lockAttestation(db, ano);
      if (attestation?.state !== 'preview' || attestation.fence === null) return null;
      const messages = [message('attestation.expired', { days: previewDays })];
      await moveAttestation(db, ano, 'expired', { messages });
      await jobs.send(db, 'discard', { ano, fence: attestation.fence });
      return attestation.submissionId;
    });
    if (submission !== null) expired.set(submission, (expired.get(submission) ?? 0) + 1);
  }
  await notifyOfExpired(database, expired);
}
