import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex, zipChunks, zipSize, zipSum } from '@proofkeep/bundle/node';
import type { Bytes, InputOf, NetcourtSubmission, netcourtCalls } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import type { Services } from '../../http/services.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { type CertifiedPlace, findSealed, recordEvent, requireCertified } from '../attestations/service.ts';
import { bundleParts } from '../evidence/service.ts';
import { answerSubmission, endWait } from './answers.ts';
import { netcourtFormOf } from './form.ts';
import { netcourtLifecycle } from './lifecycle.ts';
import { findSubmission, findUnanswered, insertSubmission, type SubmissionRow } from './store.ts';

type Calls = typeof netcourtCalls;
type User = Context<'user'>;

export async function netcourt({ id }: InputOf<Calls['netcourt']>, { db, caller, services }: User) {
  const row = await requireCertified(db, scopeOf(caller), id);
  const { court } = services;
  return {
    form: await netcourtFormOf(services, row),
    submission: replyOf(await findSubmission(db, id)),
    court: court && { name: court.name, isDevelopment: court.isDevelopment },
  };
}

/** The form and the bundle in one ZIP, for courts that are not connected. */
export async function netcourtFile(
  { id }: InputOf<Calls['netcourtFile']>,
  { db, caller, services }: User,
): Promise<Bytes> {
  const row = await requireCertified(db, scopeOf(caller), id);
  const form = canonicalBytes(await netcourtFormOf(services, row));
  const bundle = await bundleParts(services.store, row.certifiedPlace);
  const entries = [
    { name: `${id}.zip`, ...zipSum(bundle), read: async () => Readable.from(zipChunks(bundle), { objectMode: false }) },
    {
      name: 'netcourt.json',
      size: form.length,
      crc32: crc32(form),
      sha256: sha256Hex(form),
      read: async () => Readable.from([form]),
    },
  ];
  await recordEvent(db, { ano: id, event: 'access.exported-court', by: caller });
  return {
    body: Readable.from(zipChunks(entries), { objectMode: false }),
    sizeBytes: zipSize(entries),
    fileName: `${id}-netcourt.zip`,
  };
}

/** Enqueues the submission; a job hands it to the court, which may be slow. */
export async function submitToCourt({ id: ano }: InputOf<Calls['submitToCourt']>, context: User) {
  const { db, caller, services, now } = context;
  const { court, jobs } = services;
  await requireCertified(db, scopeOf(caller), ano);
  if (!court) throw new Refusal('NO_COURT');
  context.audit({ ano });
  if (!(await insertSubmission(db, { ano, court: court.name, loginId: caller.loginId, now })))
    await transition(db, netcourtLifecycle, ano, {
      event: 'submit',
      who: 'user',
      detail: null,
      set: {
        court: court.name,
        login_id: caller.loginId,
        submitted_at: now,
        reference: null,
        reason: null,
        answered_at: null,
      },
    });
  await recordEvent(db, { ano, event: 'access.submitted-court', by: caller });
  await jobs.send(db, 'submit-netcourt', { ano });
  return replyOf(await findSubmission(db, ano)) as NetcourtSubmission;
}

const replyOf = (row: SubmissionRow | undefined): NetcourtSubmission | null =>
  row
    ? {
        state: row.state,
        court: row.court,
        reference: row.reference,
        reason: row.reason,
        submittedAt: row.submittedAt.toISOString(),
        answeredAt: row.answeredAt?.toISOString() ?? null,
      }
    : null;

type JobDeps = Pick<Services, 'store' | 'court' | 'sealedBy' | 'publicUrl'> & { database: Database; clock: () => Date };

export const netcourtJobs = (deps: JobDeps): Pick<JobHandlers, 'submit-netcourt' | 'resume-netcourt'> => ({
  'submit-netcourt': ({ ano }) => submit(deps, ano),
  'resume-netcourt': () => resume(deps),
});

/** Longer than all retries of a job (`retries` in jobs/jobs.ts). */
const resumeAfterMs = 13 * 3_600_000;

/** Retries submissions hourly whose own job has no retries left. @throws AggregateError */
async function resume(deps: JobDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - resumeAfterMs);
  const errors: unknown[] = [];
  for (const ano of await findUnanswered(deps.database.pool, before))
    await submit(deps, ano).catch((error: unknown) => void errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} submissions can't reach the court.`);
}

/**
 * Safe to run twice: a court accepts each submission once, and only a waiting one is answered. An answer to an earlier
 * submission is dropped. Without a court it waits; another court than the user's receives nothing.
 */
async function submit({ database, clock, ...services }: JobDeps, ano: string): Promise<void> {
  const found = await findSubmission(database.pool, ano);
  const row = await findSealed(database.pool, ano);
  if (found?.state !== 'waiting' || !row?.certifiedPlace || !services.court) return;
  if (found.court !== services.court.name) return database.transaction((db) => endWait(db, found));
  const place: CertifiedPlace = { ...row, certifiedPlace: row.certifiedPlace };
  const form = await netcourtFormOf(services, place);
  const { court, submittedAt } = found;
  const openBundle = async () => zipChunks(await bundleParts(services.store, place.certifiedPlace));
  const answer = await services.court.submit(form, { submittedAt, openBundle });
  await database.transaction((db) => answerSubmission(db, { ano, court, submittedAt, answer, now: clock() }));
}
