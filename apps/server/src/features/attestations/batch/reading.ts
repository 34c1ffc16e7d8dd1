import {
  type AttestationSummary,
  type attestationCalls,
  type Bytes,
  batchRows,
  excelType,
  type InputOf,
  type Language,
  type ReplyOf,
  stateGroups,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { type EvidenceScope, scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { SheetRow } from '../../../spreadsheet/sheet.ts';
import { sheetBytes, writeSheet } from '../../../spreadsheet/write.ts';
import { type ListQuery, listAttestations, listPages, rowsAtOnce } from '../reading/list-store.ts';
import { summaryOf } from '../reading/summary.ts';
import { exportTitle, resultHead, resultRow, templateSheet } from './sheets.ts';
import { findSubmission } from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function batch(
  { batchId, template }: InputOf<Calls['batch']>,
  context: User,
): Promise<ReplyOf<Calls['batch']>> {
  const isWithTemplate = template || batchId === undefined;
  return {
    batch: batchId === undefined ? null : await requireSubmission(context, batchId),
    template: isWithTemplate ? await templateIn(context.language) : null,
  };
}

/** @throws Refusal NOT_FOUND */
async function requireSubmission({ db, caller }: User, id: string) {
  const found = await findSubmission(db, scopeOf(caller), id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

async function templateIn(language: Language) {
  const file = await writeSheet(templateSheet(language));
  const fileName = language === 'zh' ? '批量存证模板.xlsx' : 'Batch template.xlsx';
  return { fileName, mediaType: excelType, contentBase64: file.toString('base64') };
}

export async function batchList(
  { batchId, group, states, ...query }: InputOf<Calls['batchList']>,
  { db, caller }: User,
): Promise<ReplyOf<Calls['batchList']>> {
  const { rows, total, nextCursor } = await listAttestations(db, scopeOf(caller), {
    ...query,
    states: states ?? (group && stateGroups[group]),
    ...(batchId === undefined ? { kinds: ['page'] } : { submissionId: batchId, order: 'ascend' }),
  });
  return { list: rows.map(summaryOf), total, nextCursor };
}

export async function batchResults({ batchId }: InputOf<Calls['batchResults']>, context: User): Promise<Bytes> {
  const { db, caller, language } = context;
  const { name } = await requireSubmission(context, batchId);
  const rows = await allRows(db, scopeOf(caller), { submissionId: batchId, order: 'ascend' });
  const title = name.replace(/\.(xlsx|csv)$/i, '') || batchId;
  return fileOf(rows, `${title} ${language === 'zh' ? '结果' : 'results'}`, language);
}

/** Maximum number of rows of an export. */
const exportedRows = batchRows;

/** The file is written before the transaction that records it, because a long one takes seconds. */
export const downloadList = {
  async prepare(
    { batchId, ...filter }: InputOf<Calls['downloadList']>,
    context: User,
  ): Promise<Bytes & { count: number }> {
    const { db, caller, language, now } = context;
    const rows = await allRows(db, scopeOf(caller), { ...filter, submissionId: batchId }, exportedRows + 1);
    if (rows.length > exportedRows) throw new Refusal('EXPORT_TOO_LARGE', { values: { max: exportedRows } });
    const file = await fileOf(rows, exportTitle(now, language), language);
    return { ...file, count: rows.length };
  },
  async change(_filter: unknown, { audit }: User, { count, ...file }: Bytes & { count: number }): Promise<Bytes> {
    audit({ attestations: count });
    return file;
  },
};

async function fileOf(rows: readonly AttestationSummary[], title: string, language: Language): Promise<Bytes> {
  const body = await sheetBytes(resultHead(language), batchesOf(rows, language));
  return { body, sizeBytes: body.length, fileName: `${title}.xlsx` };
}

/** Built in steps, so that other requests are answered in between. */
function* batchesOf(rows: readonly AttestationSummary[], language: Language): Generator<SheetRow[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    yield rows.slice(at, at + rowsAtOnce).map((row, n) => resultRow(row, at + n, language));
}

async function allRows(
  db: Client,
  scope: EvidenceScope,
  query: Omit<ListQuery, 'page' | 'size'>,
  most = Number.POSITIVE_INFINITY,
): Promise<AttestationSummary[]> {
  const found: AttestationSummary[] = [];
  for await (const rows of listPages(db, scope, query)) {
    found.push(...rows.map(summaryOf));
    if (found.length >= most) break;
  }
  return found;
}
