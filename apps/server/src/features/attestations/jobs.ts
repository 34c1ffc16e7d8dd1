import { type Failure, previewDays, say } from '@proofkeep/contract';
import type { Installation } from '../../installation.ts';
import type { JobHandlers, Jobs } from '../../jobs/jobs.ts';
import { removeUnlessRetained } from '../../store/store.ts';
import { type Lease, leasePlace } from '../evidence/service.ts';
import { deliveryOf } from './nodes/service.ts';
import { certify } from './sealing/certify.ts';
import { seal } from './sealing/seal.ts';
import { NotVerified } from './sealing/self-check.ts';
import { checkStore, keepReport, type StoreProblem } from './sealing/store-check.ts';
import { expiredPreviews, findAttestation, lockAttestation, moveAttestation, submitterOf } from './store.ts';

/** What the service does by itself with attestations. Each may be done twice, and after a crash is. */
export const jobHandlers = (
  installation: Installation,
  jobs: () => Jobs,
  onProblem: (problem: StoreProblem) => void,
): Pick<JobHandlers, 'seal' | 'certify' | 'discard' | 'expire-previews' | 'check-store'> => ({
  seal: (lease) => sealDelivered(installation, jobs(), lease),
  certify: ({ ano }) => certify(installation, ano),
  discard: (lease) => discard(installation, lease),
  'expire-previews': () => expirePreviews(installation, jobs()),
  'check-store': async () => keepReport(installation.database.pool, await checkStore(installation, onProblem)),
});

async function sealDelivered(installation: Installation, jobs: Jobs, lease: Lease): Promise<void> {
  const { database } = installation;
  const attestation = await findAttestation(database.pool, lease.ano);
  const delivery = await deliveryOf(database.pool, lease);
  if (attestation?.fence !== lease.fence || !delivery) return;
  // Not so when a worker that died had sealed it already, or it was cancelled meanwhile.
  if (attestation.state === 'capturing') {
    const next = attestation.autoConfirm ? 'sealing' : 'preview';
    const submitter = await submitterOf(database.pool, lease.ano);
    await seal(installation, { ...lease, ...delivery, next, submitter }).catch(async (error: unknown) => {
      if (error instanceof NotVerified) await failUnverified(installation, jobs, lease, error.failure);
      // The failed job notifies the operator; the retry finds nothing left to do.
      throw error;
    });
  }
  await certify(installation, lease.ano);
}

/** Nothing of it was logged: it fails, what was held for it is released, and its files are removed. */
async function failUnverified({ database }: Installation, jobs: Jobs, lease: Lease, failure: Failure): Promise<void> {
  await database.transaction(async (db) => {
    const attestation = await lockAttestation(db, lease.ano);
    if (attestation?.state !== 'capturing' || attestation.fence !== lease.fence) return;
    await moveAttestation(db, lease.ano, 'capturing', 'failed', { failure });
    await jobs.send(db, 'discard', { ano: lease.ano, fence: lease.fence });
  });
}

/** The files of a lease that nothing is or will be made of; not what was certified before the database was restored. */
async function discard({ database, store }: Installation, lease: Lease): Promise<void> {
  const attestation = await findAttestation(database.pool, lease.ano);
  const isOver = attestation?.state === 'cancelled' || attestation?.state === 'failed';
  if (attestation?.fence === lease.fence && !isOver) return;
  await removeUnlessRetained(store, leasePlace(lease));
}

async function expirePreviews({ database }: Installation, jobs: Jobs): Promise<void> {
  for (const ano of await expiredPreviews(database.pool, previewDays))
    await database.transaction(async (db) => {
      const attestation = await lockAttestation(db, ano);
      if (attestation?.state !== 'preview' || attestation.fence === null) return;
      const said = [say('attestation.expired', { days: previewDays })];
      await moveAttestation(db, ano, 'preview', 'expired', { said });
      await jobs.send(db, 'discard', { ano, fence: attestation.fence });
    });
}
