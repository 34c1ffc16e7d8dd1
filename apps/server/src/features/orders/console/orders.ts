import type { ConsoleOrder, ConsolePayment, consoleOrderCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { lastLedgerCheck, ledgerSums } from '../../money/service.ts';
import { countOpenIssues } from './issue-store.ts';
import { findOrders, findPayments } from './store.ts';

type Calls = typeof consoleOrderCalls;
type Operator = Context<'operator'>;

export const consoleOrders = (
  input: InputOf<Calls['consoleOrders']>,
  { db }: Operator,
): Promise<{ list: ConsoleOrder[]; total: number }> => findOrders(db, input);

export const consolePayments = (
  input: InputOf<Calls['consolePayments']>,
  { db }: Operator,
): Promise<{ list: ConsolePayment[]; total: number }> => findPayments(db, input);

export async function ledgerSummary(_input: unknown, { db, now }: Operator): Promise<ReplyOf<Calls['ledgerSummary']>> {
  const sums = await ledgerSums(db);
  return {
    at: now.toISOString(),
    sums,
    totalCents: sums.reduce((total, { cents }) => total + cents, 0),
    check: await lastLedgerCheck(db),
    issues: await countOpenIssues(db, now),
  };
}
