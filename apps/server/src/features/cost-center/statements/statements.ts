import {
  type Bytes,
  type costCenterCalls,
  type InputOf,
  type Statement,
  type StatementSummary,
  statementEntries,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { runWorker, writeSheet } from '../../../spreadsheet/write.ts';
import type { StatementFile } from './file.ts';
import { isMonthClosed, monthAfter, monthAt } from './months.ts';
import { statementSheetOf } from './sheet.ts';
import { findAccountName, findKinds, findMonthEntries, findMonths, findPackageUnits } from './store.ts';

type Calls = typeof costCenterCalls;
type User = Context<'user'>;

/** Every month from the first entry to now, oldest first; a month without entries carries the balance forward. */
async function summaries(db: Client, accountId: string, now: Date): Promise<StatementSummary[]> {
  const found = new Map((await findMonths(db, accountId)).map((row) => [row.month, row]));
  const [first] = found.keys();
  if (first === undefined) return [];
  const all: StatementSummary[] = [];
  const last = [monthAt(now), ...found.keys()].sort().at(-1) ?? first;
  for (let month = first; month <= last; month = monthAfter(month)) {
    const cents = all.at(-1)?.closingCents ?? 0;
    const empty = { month, openingCents: cents, addedCents: 0, takenCents: 0, closingCents: cents, entries: 0 };
    all.push({ ...(found.get(month) ?? empty), isClosed: isMonthClosed(month, now) });
  }
  return all;
}

export async function statements({ page, size }: InputOf<Calls['statements']>, { db, caller, now }: User) {
  const all = (await summaries(db, caller.accountId, now)).reverse();
  return { list: all.slice((page - 1) * size, page * size), total: all.length };
}

export const statement = ({ month }: { month: string }, { db, caller, now }: User): Promise<Statement> =>
  statementOf(db, { accountId: caller.accountId, month, now });

/**
 * The statement of a month, derived from the append-only ledger, so a closed month always gives the same statement.
 * @throws Refusal NOT_FOUND for a month before the first entry or after the current one
 */
export async function statementOf(
  db: Client,
  { accountId, month, now }: { accountId: string; month: string; now: Date },
): Promise<Statement> {
  const summary = (await summaries(db, accountId, now)).find((one) => one.month === month);
  if (!summary) throw new Refusal('NOT_FOUND');
  const units = await findPackageUnits(db, accountId, month);
  return {
    ...summary,
    kinds: await findKinds(db, accountId, month),
    packages: units.map(({ zh, en, ...used }) => ({ name: { zh, en }, ...used })),
  };
}

/** @throws Refusal NOT_FOUND, STATEMENT_OPEN, EXPORT_TOO_LARGE */
async function fileFor({ month }: { month: string }, { db, caller, now, language }: User): Promise<StatementFile> {
  const { accountId } = caller;
  const found = await statementOf(db, { accountId, month, now });
  if (!found.isClosed) throw new Refusal('STATEMENT_OPEN');
  if (found.entries > statementEntries) throw new Refusal('EXPORT_TOO_LARGE', { values: { max: statementEntries } });
  const entries = await findMonthEntries(db, accountId, month, statementEntries);
  return { accountName: await findAccountName(db, accountId), statement: found, entries, language };
}

const nameOf = ({ statement: { month }, language }: StatementFile, ending: string): string =>
  `${language === 'zh' ? '对账单' : 'Statement'} ${month}.${ending}`;

/** In two steps, because a long file takes seconds. */
const downloading = (ending: 'pdf' | 'xlsx', write: (file: StatementFile) => Promise<Buffer>) => ({
  async prepare(input: { month: string }, context: User): Promise<Bytes> {
    const file = await fileFor(input, context);
    const body = await write(file);
    return { body, sizeBytes: body.length, fileName: nameOf(file, ending) };
  },
  async change({ month }: { month: string }, { audit }: User, file: Bytes): Promise<Bytes> {
    audit({ month, form: ending });
    return file;
  },
});

const drawing = new URL('./paper-worker.ts', import.meta.url);

export const statementPdf = downloading('pdf', (file) => runWorker(drawing, file));
export const statementSheet = downloading('xlsx', (file) => writeSheet(statementSheetOf(file)));
