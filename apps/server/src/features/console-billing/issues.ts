import type { consoleBillingCalls, InputOf, PaymentIssue } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../http/refusal.ts';
import { findIssues, insertReview, issueState } from './issue-store.ts';

type Calls = typeof consoleBillingCalls;

export const paymentIssues = (
  { view, page, size }: InputOf<Calls['paymentIssues']>,
  { db }: Context<'operator'>,
): Promise<{ list: PaymentIssue[]; total: number }> => findIssues(db, { isOpen: view === 'open', page, size });

/** Moves no money: what is to go back by hand goes back at the provider, and is written down here. */
export async function reviewPaymentIssue(
  { issueId, note }: InputOf<Calls['reviewPaymentIssue']>,
  { db, caller, now, audit }: Context<'operator'>,
): Promise<null> {
  const isOpen = await issueState(db, issueId);
  if (isOpen === undefined) throw new Refusal('NOT_FOUND');
  audit({ issue: issueId, note });
  if (!isOpen || !(await insertReview(db, { issueId, staffId: caller.staffId, note, now })))
    throw new Refusal('STATE_FORBIDS');
  return null;
}
