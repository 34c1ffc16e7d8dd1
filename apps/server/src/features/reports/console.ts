import { type ConsoleReportThread, type InputOf, maskedPhone, type reportCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { problemReportLifecycle } from './lifecycle.ts';
import { reportOf, threadOf } from './reporter.ts';
import { countOpen, findReport, listReports, type ReportRow } from './store.ts';

type Calls = typeof reportCalls;
type Operator = Context<'operator'>;

export async function consoleReports(input: InputOf<Calls['consoleReports']>, { db }: Operator) {
  const { rows, total } = await listReports(db, input);
  return { list: rows.map((row) => ({ ...reportOf(row), ...originOf(row) })), total };
}

export async function consoleReport({ id }: { id: string }, { db }: Operator): Promise<ConsoleReportThread> {
  const row = await existing(db, id);
  const { page, traceId, closedBy } = row;
  return { ...(await threadOf(db, row)), ...originOf(row), page, traceId, closedBy };
}

export const answerReport = (input: InputOf<Calls['answerReport']>, context: Operator) =>
  change(context, input.id, 'answer', input.text);

export const dismissReport = ({ id }: { id: string }, context: Operator) => change(context, id, 'dismiss', null);

async function change(
  { db, caller, services, now, audit }: Operator,
  id: string,
  event: 'answer' | 'dismiss',
  text: string | null,
): Promise<null> {
  const row = await existing(db, id);
  const detail = { row, text, staffId: caller.staffId, now, mails: services.mails };
  const set = { changed_at: now, ...(event === 'dismiss' ? { closed_by: caller.staffId } : {}) };
  await transition(db, problemReportLifecycle, id, { event, who: 'operator', detail, set });
  audit({ report: id, ...(row.accountId ? { accountId: row.accountId } : {}) });
  return null;
}

/** @throws Refusal NOT_FOUND */
async function existing(db: Client, id: string): Promise<ReportRow> {
  const row = await findReport(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const originOf = ({ accountId, accountName, name, phone, email }: ReportRow) => ({
  reporter: accountId
    ? { name: name ?? '', accountId, accountName: accountName ?? '', phone: phone && maskedPhone(phone) }
    : null,
  email,
});

/** Counts for the operators' overview. */
export async function pendingReports(db: Client): Promise<{ pending: number; oldestAt: string | null }> {
  const { pending, oldest } = await countOpen(db);
  return { pending, oldestAt: oldest?.toISOString() ?? null };
}
