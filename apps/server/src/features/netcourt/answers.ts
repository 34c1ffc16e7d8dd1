import { netcourtStateTable } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { transition } from '../../kit/transition.ts';
import type { CourtAnswer } from '../../providers/court/court.ts';
import { netcourtLifecycle } from './lifecycle.ts';
import { lockSubmission } from './store.ts';

/**
 * `known`: this answer was recorded before. `contradicts`: a different answer was. `unknown`: this court has no such
 * submission, or it was replaced by a later one.
 */
export type SubmissionOutcome = 'applied' | 'known' | 'contradicts' | 'unknown';

/** Records the court's answer to a submission. An answer to an earlier submission of the same evidence changes nothing. */
export async function answerSubmission(
  db: Client,
  o: { ano: string; court: string; submittedAt: Date; answer: CourtAnswer; now: Date },
): Promise<SubmissionOutcome> {
  const { ano, answer, now } = o;
  const row = await lockSubmission(db, ano);
  if (row?.court !== o.court || row.submittedAt.getTime() !== o.submittedAt.getTime()) return 'unknown';
  const [event, given, set] =
    'reference' in answer
      ? (['receive', row.reference === answer.reference, { reference: answer.reference }] as const)
      : (['refuse', row.reason === answer.refusedBecause, { reason: answer.refusedBecause }] as const);
  if (given) return 'known';
  if (!netcourtStateTable.after(row.state, event, 'court')) return 'contradicts';
  await transition(db, netcourtLifecycle, ano, {
    event,
    who: 'court',
    detail: null,
    set: { ...set, answered_at: now },
  });
  return 'applied';
}

/**
 * Ends the wait for a court that another one has replaced, unless the submission has changed meanwhile. The replaced
 * court may have the evidence: its answer may have been lost.
 */
export async function endWait(db: Client, { ano, submittedAt }: { ano: string; submittedAt: Date }): Promise<void> {
  const row = await lockSubmission(db, ano);
  if (row?.state !== 'waiting' || row.submittedAt.getTime() !== submittedAt.getTime()) return;
  await transition(db, netcourtLifecycle, ano, { event: 'disconnect', who: 'clock', detail: null });
}
