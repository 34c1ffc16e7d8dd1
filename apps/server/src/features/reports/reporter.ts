import type { InputOf, ProblemReport, ProblemReportThread, reportCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { problemReportLifecycle } from './lifecycle.ts';
import { findReport, insertReport, listEntries, listOwnReports, type ReportRow } from './store.ts';

type Calls = typeof reportCalls;
type User = Context<'user'>;

export async function reportProblem(input: InputOf<Calls['reportProblem']>, context: Context<'public'>) {
  const { db, caller, language, now, audit } = context;
  const { email, ...rest } = input;
  const id = await insertReport(db, {
    ...rest,
    ano: null,
    reporter: caller,
    email: caller ? null : (email ?? null),
    language,
    now,
  });
  audit({ report: id });
  return { id };
}

export async function ownReports(input: InputOf<Calls['ownReports']>, { db, caller }: User) {
  const { rows, total } = await listOwnReports(db, caller.loginId, input);
  return { list: rows.map(reportOf), total };
}

export const ownReport = async ({ id }: { id: string }, context: User): Promise<ProblemReportThread> =>
  threadOf(context.db, await requireOwn(context, id));

export const replyToReport = (input: InputOf<Calls['replyToReport']>, context: User) =>
  change(context, input.id, 'reply', input.text);

export const closeReport = ({ id }: { id: string }, context: User) => change(context, id, 'close', null);

async function change(context: User, id: string, event: 'reply' | 'close', text: string | null) {
  const { db, now, audit, services } = context;
  const row = await requireOwn(context, id);
  const detail = { row, text, staffId: null, now, mails: services.mails };
  await transition(db, problemReportLifecycle, id, { event, who: 'reporter', detail, set: { changed_at: now } });
  audit({ report: id });
  return ownReport({ id }, context);
}

/** @throws Refusal NOT_FOUND, also for another person's report */
async function requireOwn({ db, caller }: User, id: string): Promise<ReportRow> {
  const row = await findReport(db, id);
  if (!row || row.loginId !== caller.loginId) throw new Refusal('NOT_FOUND');
  return row;
}

export const reportOf = ({ id, state, ano, text, reportedAt, changedAt }: ReportRow): ProblemReport => ({
  id,
  state,
  ano,
  text,
  reportedAt: reportedAt.toISOString(),
  changedAt: changedAt.toISOString(),
});

export async function threadOf(db: Client, row: ReportRow): Promise<ProblemReportThread> {
  const entries = (await listEntries(db, row.id)).map(({ staffId, text, at }) => ({
    by: staffId ? ('operator' as const) : ('reporter' as const),
    text,
    at: at.toISOString(),
  }));
  return { ...reportOf(row), entries };
}
