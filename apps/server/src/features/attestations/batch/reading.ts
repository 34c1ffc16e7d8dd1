import {
  type AttestationSummary,
  accountDay,
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
import { writeSheet } from '../../../spreadsheet/write.ts';
import { type ListQuery, listAttestations } from '../reading/list-store.ts';
import { summaryOf } from '../reading/summary.ts';
import { resultSheet, templateSheet } from './sheets.ts';
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

/** Most rows of an export. */
const exportedRows = batchRows;

/** Written before the transaction that records it: a long file takes seconds. */
export const downloadList = {
  async prepare(
    { batchId, ...filter }: InputOf<Calls['downloadList']>,
    context: User,
  ): Promise<Bytes & { count: number }> {
    const { db, caller, language, now } = context;
    const rows = await allRows(db, scopeOf(caller), { ...filter, submissionId: batchId }, exportedRows + 1);
    if (rows.length > exportedRows) throw new Refusal('EXPORT_TOO_LARGE', { values: { max: exportedRows } });
    const file = await fileOf(rows, `${language === 'zh' ? '存证列表' : 'Attestations'} ${accountDay(now)}`, language);
    return { ...file, count: rows.length };
  },
  async change(_filter: unknown, { audit }: User, { count, ...file }: Bytes & { count: number }): Promise<Bytes> {
    audit({ attestations: count });
    return file;
  },
};

async function fileOf(rows: readonly AttestationSummary[], title: string, language: Language): Promise<Bytes> {
  const body = await writeSheet(resultSheet(rows, language));
  return { body, sizeBytes: body.length, fileName: `${title}.xlsx` };
}

/** Rows are read in pages, so that no statement holds a whole batch. */
const rowsAtOnce = 1_000;

async function allRows(
  db: Client,
  scope: EvidenceScope,
  query: Omit<ListQuery, 'page' | 'size'>,
  most = Number.POSITIVE_INFINITY,
): Promise<AttestationSummary[]> {
  const found: AttestationSummary[] = [];
  for (let cursor: string | null | undefined; cursor !== null && found.length < most; ) {
    const asked = { ...query, page: 1, size: rowsAtOnce, isCounted: false, cursor };
    const page = await listAttestations(db, scope, asked);
    found.push(...page.rows.map(summaryOf));
    cursor = page.nextCursor;
  }
  return found;
}
