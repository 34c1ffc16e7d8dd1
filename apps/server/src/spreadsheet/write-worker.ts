import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import type { Sheet } from './sheet.ts';

const { name, columns, rows } = workerData as Sheet;

/**
 * Text stays text whatever it begins with, never a formula (OWASP, CSV injection). A lone surrogate would make the file
 * unreadable.
 */
function cellOf(value: Sheet['rows'][number][number], format: string | undefined): Cell {
  if (value === null) return null;
  if (typeof value === 'string') return { type: String, value: value.toWellFormed() };
  const styled = format === undefined ? {} : { format };
  return typeof value === 'number' ? { type: Number, value, ...styled } : { type: Date, value, ...styled };
}

const head = columns.map(({ header }): Cell => ({ type: String, value: header, fontWeight: 'bold' }));
const body = rows.map((row) => row.map((value, at) => cellOf(value, columns[at]?.format)));
const file: Uint8Array = await writeExcelFile([head, ...body], {
  sheet: name,
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
}).toBuffer();
const bytes = Uint8Array.from(file);
parentPort?.postMessage(bytes, [bytes.buffer]);
