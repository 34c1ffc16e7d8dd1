import { type attestationCalls, type InputOf, isCapturedKind, type ReplyOf, serviceOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance, scopeOf } from '../../../http/policy.ts';
import { findRetryTermsOf, quoteHolds } from '../../money/service.ts';
import { findRetriable } from './store.ts';
import { countTogether } from './submission-store.ts';

type Call = (typeof attestationCalls)['retryPrice'];

/** The price that `retry` would hold for each of `anos`, or `batchRetry` for a submission. */
export async function retryPrice(
  { anos = [], batchId }: InputOf<Call>,
  { db, caller, now }: Context<'user'>,
): Promise<ReplyOf<Call>> {
  const rows = await findRetriable(db, scopeOf(caller), { anos, batchId: batchId ?? null });
  const terms = await findRetryTermsOf(
    db,
    rows.map(({ ano }) => ano),
  );
  const together = batchId && (await countTogether(db, batchId, rows.length));
  const holds = rows.map(({ ano, kind, quantity }) => ({
    service: serviceOf[kind],
    quantity,
    together: together && isCapturedKind(kind) ? together : undefined,
    ordered: terms.get(ano),
  }));
  const { accountId, loginId } = caller;
  return {
    count: rows.length,
    ...(await quoteHolds(db, holds, { accountId, loginId, seesAccount: maySeeBalance(caller), now })),
  };
}
