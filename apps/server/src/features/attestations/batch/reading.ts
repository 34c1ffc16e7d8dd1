import type { Bytes } from '@proofkeep/contract';
import {
  type attestationCalls,
  excelType,
  type InputOf,
  type Language,
  type ReplyOf,
  stateGroups,
} from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { writeSheet } from '../../../spreadsheet/write.ts';
import { listAttestations } from '../reading/list-store.ts';
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

/** Rows are read in pages, so that no statement holds a whole batch. */
const resultsAtOnce = 1_000;

export async function batchResults({ batchId }: InputOf<Calls['batchResults']>, context: User): Promise<Bytes> {
  const { db, caller, language } = context;
  const { name } = await requireSubmission(context, batchId);
  const found = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listAttestations(db, scopeOf(caller), {
      submissionId: batchId,
      order: 'ascend',
      page: 1,
      size: resultsAtOnce,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...page.rows.map(summaryOf));
    cursor = page.nextCursor;
  }
  const body = await writeSheet(resultSheet(found, language));
  const title = name.replace(/\.(xlsx|csv)$/i, '') || batchId;
  return { body, sizeBytes: body.length, fileName: `${title} ${language === 'zh' ? '结果' : 'results'}.xlsx` };
}
