import { z } from 'zod';
import { bytes, call } from '../call.ts';
import { Cents, Service } from '../money/money.ts';
import { listOf, page } from '../shared/lists.ts';
import { EntryKind } from './entries.ts';

/** A calendar month in UTC+8, `2026-11`. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month');

/**
 * Hours after the end of a month when its statement is closed. A transfer belongs to the time at which its transaction
 * began, and no transaction takes this long.
 */
export const statementClosesHours = 1;

/** Maximum number of entries in a statement that can be downloaded. */
export const statementEntries = 10_000;

/** A month of an account's balance, without its entries. */
export const StatementSummary = z.strictObject({
  month: z.string(),
  /** A closed statement never changes. */
  isClosed: z.boolean(),
  openingCents: Cents,
  /** Sums of what was added to the balance, and of what was taken from it (negative). */
  addedCents: Cents,
  takenCents: Cents,
  closingCents: Cents,
  entries: z.int(),
});
export type StatementSummary = z.infer<typeof StatementSummary>;

/** A month of an account's balance with sums by kind of entry, and the package units charged in it. */
export const Statement = StatementSummary.extend({
  kinds: z.array(z.strictObject({ kind: EntryKind, entries: z.int(), cents: Cents })),
  packages: z.array(
    z.strictObject({ name: z.strictObject({ zh: z.string(), en: z.string() }), service: Service, units: z.int() }),
  ),
});
export type Statement = z.infer<typeof Statement>;

const one = z.strictObject({ month: Month });
const files = [{ per: 'login', times: 60, seconds: 3_600 }] as const;

/** Records of the calls about monthly statements. */
export const statementCalls = {
  statements: call({
    method: 'GET',
    path: '/creditor/cost-center/statements',
    who: 'user',
    needs: 'billing',
    summary: 'Lists monthly statements from the first entry to this month, newest first.',
    input: z.strictObject(page),
    reply: listOf(StatementSummary),
  }),
  statement: call({
    method: 'GET',
    path: '/creditor/cost-center/statements/{month}',
    who: 'user',
    needs: 'billing',
    summary: 'Returns the statement of a month with sums by kind and used package units.',
    input: one,
    isOneMoment: true,
    reply: Statement,
  }),
  statementPdf: call({
    method: 'GET',
    path: '/creditor/cost-center/statements/{month}/pdf',
    who: 'user',
    needs: 'billing',
    summary: 'Downloads the statement of a closed month as a PDF.',
    input: one,
    produces: 'application/pdf',
    reply: bytes,
    refusals: ['STATEMENT_OPEN', 'EXPORT_TOO_LARGE', 'EXPORTS_BUSY'],
    limits: files,
    audit: 'statement.downloaded',
  }),
  statementSheet: call({
    method: 'GET',
    path: '/creditor/cost-center/statements/{month}/sheet',
    who: 'user',
    needs: 'billing',
    summary: 'Downloads the statement of a closed month as an Excel file.',
    input: one,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    reply: bytes,
    refusals: ['STATEMENT_OPEN', 'EXPORT_TOO_LARGE', 'EXPORTS_BUSY'],
    limits: files,
    audit: 'statement.downloaded',
  }),
};
