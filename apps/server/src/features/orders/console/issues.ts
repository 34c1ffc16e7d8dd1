import type { consoleOrderCalls, InputOf, PaymentIssue, ReviewOutcome } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { requireProof } from '../../../http/staff-sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { decideMismatch } from '../payments/mismatches.ts';
import { endRefundByHand } from '../refunds/refunds.ts';
import { lockOrder } from '../store.ts';
import { findIssue, findIssues, insertReview } from './issue-store.ts';

type Calls = typeof consoleOrderCalls;

export const paymentIssues = (
  { view, page, size }: InputOf<Calls['paymentIssues']>,
  { db, now }: Context<'operator'>,
): Promise<{ list: PaymentIssue[]; total: number }> => findIssues(db, { isOpen: view === 'open', page, size, now });

/** Records an operator's decision. Money returned manually moves at the provider; this moves it in the ledger. */
export async function reviewPaymentIssue(
  { issueId, outcome, note }: InputOf<Calls['reviewPaymentIssue']>,
  context: Context<'operator'>,
): Promise<null> {
  const { db, caller, now, audit } = context;
  await requireProof(context);
  const issue = await findIssue(db, issueId, now);
  if (!issue) throw new Refusal('NOT_FOUND');
  audit({ issue: issueId, ...(issue.asked ? { order: issue.asked.orderNo } : {}), outcome, note });
  const isFirst =
    issue.outcomes.includes(outcome) &&
    (await insertReview(db, { issueId, staffId: caller.staffId, outcome, note, now }));
  if (!isFirst || !(await decide(db, issue, outcome, now))) throw new Refusal('STATE_FORBIDS');
  return null;
}

async function decide(db: Client, issue: PaymentIssue, outcome: ReviewOutcome, now: Date): Promise<boolean> {
  if (outcome === 'noted') return true;
  const { issueId, refund, asked, provider, reported } = issue;
  if (refund) return outcome !== 'none-came' && endRefundByHand(db, { id: issueId, outcome, now });
  const order = asked && (await lockOrder(db, { no: asked.orderNo }));
  return order ? decideMismatch(db, { order, money: { provider, txn: reported.txn ?? '' }, outcome }) : false;
}
