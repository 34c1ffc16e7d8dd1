import { randomUUID } from 'node:crypto';
import {
  type attestationCalls,
  attestationNameLength,
  type BadRow,
  type BatchRow,
  batchRows,
  type Message,
  message,
  named,
  plainFileName,
  type ReplyOf,
  remarkLength,
  rowLabels,
  sheetBytes,
} from '@proofkeep/contract';
import { type Allowed, checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { readTable, SheetError, type TableRow } from '../../../spreadsheet/read.ts';
import { type RawRow, rowsOf, urlIn } from './columns.ts';
import { optionsIn } from './row-options.ts';
import { findEarlier } from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** Maximum number of characters of a bad row that are repeated to the user. */
const shownLength = 200;
/** The contract's `Label`. */
const labelLength = 30;
/** The contract's `BatchRow`. */
const urlLength = 8_192;

/** Reads a spreadsheet and classifies its rows; stores nothing. */
export async function cleanSheet(_input: unknown, context: User): Promise<ReplyOf<Calls['cleanSheet']>> {
  const { name, stream } = await context.upload();
  const raw = rowsOf(await tableOf(await contentOf(stream)));
  if (!raw) throw new Refusal('SHEET_WITHOUT_URLS');
  const { rows, bad, duplicates } = sortRows(raw, parseAllowed(context.services.egressAllow));
  if (rows.length > batchRows) throw tooLarge();
  const earlier = await findEarlier(
    context.db,
    scopeOf(context.caller),
    rows.map(({ url }) => url),
  );
  return {
    batchId: randomUUID(),
    fileName: plainFileName(name).slice(0, attestationNameLength),
    rows: rows.map((row) => ({ ...row, earlier: earlier.get(row.url) ?? null })),
    bad,
    duplicates,
  };
}

const tooLarge = () => new Refusal('SHEET_TOO_LARGE', { values: { max: batchRows } });

/** @throws Refusal SHEET_TOO_LARGE */
async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > sheetBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws Refusal UPLOAD_TYPE, UPLOAD_BROKEN, SHEET_TOO_LARGE */
async function tableOf(file: Buffer): Promise<TableRow[]> {
  try {
    return await readTable(file);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (error.fault === 'too-large') throw tooLarge();
    if (error.fault === 'broken') throw new Refusal('UPLOAD_BROKEN');
    throw new Refusal('UPLOAD_TYPE', { values: { types: ['.xlsx', '.csv'] } });
  }
}

interface Sorted {
  rows: BatchRow[];
  bad: BadRow[];
  duplicates: { row: number; firstRow: number; url: string }[];
}

function sortRows(raw: readonly RawRow[], allowed: Allowed): Sorted {
  const sorted: Sorted = { rows: [], bad: [], duplicates: [] };
  const first = new Map<string, number>();
  for (const one of raw) {
    const checked = checkRow(one, allowed);
    if ('message' in checked) {
      const text = one.url || one.name || one.remark;
      sorted.bad.push({ row: one.row, text: text.slice(0, shownLength), message: checked.message });
      continue;
    }
    const { row, url } = checked;
    const firstRow = first.get(url);
    if (firstRow === undefined) {
      first.set(url, row);
      sorted.rows.push(checked);
    } else sorted.duplicates.push({ row, firstRow, url });
  }
  return sorted;
}

function checkRow(raw: RawRow, allowed: Allowed): BatchRow | { message: Message } {
  const { row, name, remark } = raw;
  if (raw.url === '') return { message: message('sheet.no-url') };
  const checked = checkUrl(urlIn(raw.url), allowed);
  if (!checked.ok) return { message: checked.message };
  const labels = [...new Set(raw.labels.split(/[,，;；、|\n]/).map((label) => label.trim()))].filter(Boolean);
  const tooLong = [
    { what: { zh: '网址', en: 'URL' }, length: checked.url.href.length, max: urlLength },
    { what: { zh: '名称', en: 'Name' }, length: name.length, max: attestationNameLength },
    { what: { zh: '备注', en: 'Remark' }, length: remark.length, max: remarkLength },
    {
      what: { zh: '标签', en: 'Labels' },
      length: Math.max(0, ...labels.map(({ length }) => length)),
      max: labelLength,
    },
  ].find(({ length, max }) => length > max);
  if (tooLong) return { message: message('sheet.long', { column: named(tooLong.what), max: tooLong.max }) };
  const options = optionsIn(raw);
  if ('message' in options) return options;
  return { row, url: checked.url.href, name, remark, labels: labels.slice(0, rowLabels), options: options.options };
}
