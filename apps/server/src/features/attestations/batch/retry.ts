import type { attestationCalls, InputOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { retryOne } from '../submitting/decisions.ts';
import { requireSpace } from '../submitting/submission.ts';
import { findSubmission, lockFailed } from './store.ts';
import { countTogether, expectSummary, setRetry } from './submission-store.ts';

/** Each is retried by its own statements; this many take about a second. */
const mostAtOnce = 500;

export async function batchRetry(
  { batchId }: InputOf<(typeof attestationCalls)['batchRetry']>,
  context: Context<'user'>,
) {
  const { db, caller, audit } = context;
  const scope = scopeOf(caller);
  if (!(await findSubmission(db, scope, batchId))) throw new Refusal('NOT_FOUND');
  await requireSpace(context);
  const { anos, total } = await lockFailed(db, scope, batchId, mostAtOnce);
  const together = await countTogether(db, batchId, total);
  const left = total - anos.length;
  for (const ano of anos) await retryOne(ano, context, { together });
  if (anos.length > 0) {
    await setRetry(db, batchId, { together, left });
    await expectSummary(db, batchId);
  }
  audit({ batchId, count: anos.length });
  return { retried: anos.length, left };
}
