import { z } from 'zod';
import { call, nil } from '../call.ts';
import { Email } from '../messages/email.ts';
import { remarkLength, reportPageLength, searchLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { ProblemReportState } from './states.ts';

const time = z.iso.datetime();
const one = z.strictObject({ id: z.uuid() });
const Text = z.string().trim().min(1).max(remarkLength);
const replying = [{ per: 'login', times: 20, seconds: 3_600 }] as const;
const answering = [{ per: 'login', times: 300, seconds: 3_600 }] as const;

/** One entry of the conversation about a problem. */
export const ReportEntry = z.strictObject({ by: z.enum(['reporter', 'operator']), text: z.string(), at: time });

/** A reported problem in a list. */
export const ProblemReport = z.strictObject({
  id: z.string(),
  state: ProblemReportState,
  /** The attestation it is about; null for other problems. */
  ano: z.string().nullable(),
  /** The initial text of the report. */
  text: z.string(),
  reportedAt: time,
  /** Time of the last entry or decision. */
  changedAt: time,
});
export type ProblemReport = z.infer<typeof ProblemReport>;

/** A reported problem with its conversation, oldest entry first. */
export const ProblemReportThread = ProblemReport.extend({ entries: z.array(ReportEntry) });
export type ProblemReportThread = z.infer<typeof ProblemReportThread>;

/** Where a report came from, for operators. */
const origin = {
  /** The reporter; null without a sign-in. */
  reporter: z
    .strictObject({ name: z.string(), accountId: z.string(), accountName: z.string(), phone: z.string().nullable() })
    .nullable(),
  /**
   * Email address for the answer, from a reporter without a sign-in; null if they gave none, so that no answer can be
   * sent.
   */
  email: z.string().nullable(),
};
/** A reported problem in the console's queue. */
export const ConsoleReport = ProblemReport.extend(origin);
export type ConsoleReport = z.infer<typeof ConsoleReport>;
/** A reported problem as the console shows it. */
export const ConsoleReportThread = ProblemReportThread.extend({
  ...origin,
  /** Path of the page it was reported from; empty if unknown. */
  page: z.string(),
  /** Trace id that the page showed; empty if none. */
  traceId: z.string(),
  closedBy: z.string().nullable(),
});
export type ConsoleReportThread = z.infer<typeof ConsoleReportThread>;

/** Records of the calls about reported problems. */
export const reportCalls = {
  reportProblem: call({
    method: 'POST',
    path: '/creditor/reports',
    who: 'public',
    summary:
      'Reports a problem to the operators. The answer goes to the signed-in user, otherwise to the given address.',
    input: z.strictObject({
      text: Text,
      /** Ignored for signed-in users, who get a message. */
      email: Email.optional(),
      page: z.string().max(reportPageLength).default(''),
      traceId: z.string().max(64).default(''),
    }),
    reply: z.strictObject({ id: z.string() }),
    limits: [{ per: 'address', times: 10, seconds: 3_600 }],
    audit: 'report.sent',
  }),
  ownReports: call({
    method: 'GET',
    path: '/creditor/reports',
    who: 'user',
    summary: 'Lists the problems that the user reported, latest first.',
    input: z.strictObject(page),
    reply: listOf(ProblemReport),
  }),
  ownReport: call({
    method: 'GET',
    path: '/creditor/reports/{id}',
    who: 'user',
    summary: 'Returns a problem that the user reported, with the answers.',
    input: one,
    reply: ProblemReportThread,
  }),
  replyToReport: call({
    method: 'POST',
    path: '/creditor/reports/{id}/reply',
    who: 'user',
    summary: 'Asks again about a problem whose answer did not solve it.',
    input: one.extend({ text: Text }),
    reply: ProblemReportThread,
    refusals: ['STATE_FORBIDS'],
    limits: replying,
    audit: 'report.replied',
  }),
  closeReport: call({
    method: 'POST',
    path: '/creditor/reports/{id}/close',
    who: 'user',
    summary: 'Closes a reported problem that is solved.',
    input: one,
    reply: ProblemReportThread,
    refusals: ['STATE_FORBIDS'],
    limits: replying,
    audit: 'report.closed',
  }),
  consoleReports: call({
    method: 'GET',
    path: '/creditor/console/reports',
    who: 'operator',
    summary: 'Lists reported problems in a state; open ones oldest first, others latest first.',
    input: z.strictObject({
      ...page,
      state: ProblemReportState.default('open'),
      /** Attestation number, mail address, or a part of the reporter's or account's name. */
      search: z.string().trim().max(searchLength).default(''),
    }),
    reply: listOf(ConsoleReport),
  }),
  consoleReport: call({
    method: 'GET',
    path: '/creditor/console/reports/{id}',
    who: 'operator',
    summary: 'Returns one reported problem.',
    input: one,
    reply: ConsoleReportThread,
  }),
  answerReport: call({
    method: 'POST',
    path: '/creditor/console/reports/{id}/answer',
    who: 'operator',
    summary: 'Answers a reported problem; the reporter gets a message, or an email if they were not signed in.',
    input: one.extend({ text: Text }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: answering,
    audit: 'report.answered',
  }),
  dismissReport: call({
    method: 'POST',
    path: '/creditor/console/reports/{id}/close',
    who: 'operator',
    summary: 'Closes a reported problem; the reporter sees it, but gets no message.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: answering,
    audit: 'report.dismissed',
  }),
};
