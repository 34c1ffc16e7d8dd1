import { completeUrls, typedUrls } from '@proofkeep/contract';
import type { TableRow } from '../../../spreadsheet/read.ts';

/** Cells of a row, as texts. */
export interface RawRow {
  row: number;
  url: string;
  name: string;
  remark: string;
  labels: string;
  device: string;
  locale: string;
  timezone: string;
  waitForText: string;
  secondPlace: string;
}

type Field = Exclude<keyof RawRow, 'row'>;

/** Column headings, in the template's words and in others that people use. */
const heads: Record<Field, RegExp> = {
  url: /^(网址|网页地址|网页链接|链接|链接地址|页面地址|商品链接|地址|urls?|links?|web ?address|address)\s*(（必填）|\(required\)|\*)?$/i,
  name: /^(名称|标题|证据名称|名字|names?|titles?)$/i,
  remark: /^(备注|说明|remarks?|notes?|comments?)$/i,
  labels: /^(标签|labels?|tags?)$/i,
  device: /^(访问方式|设备|visit as|devices?)$/i,
  locale: /^(语言|languages?|locales?)$/i,
  timezone: /^(时区|time ?zones?)$/i,
  waitForText: /^(等待文字|wait for text|wait for)$/i,
  secondPlace: /^(第二地点|两地取证|second place)$/i,
};

const fields = Object.keys(heads) as Field[];

/** A title and notes may precede the headings. */
const mostRowsAbove = 10;

const hasUrl = (text: string): boolean => /https?:\/\/|^www\./i.test(text);

/**
 * Finds the columns by their headings; without headings, the URLs are in the first column that contains one. @returns
 * null if no column contains URLs
 */
export function rowsOf(table: readonly TableRow[]): RawRow[] | null {
  const headed = table.slice(0, mostRowsAbove).find(({ cells }) => cells.some((cell) => heads.url.test(cell)));
  const columns = headed ? columnsUnder(headed.cells) : columnWithUrls(table);
  if (!columns) return null;
  const cell = (cells: readonly string[], at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
  return table
    .filter(({ number }) => !headed || number > headed.number)
    .map(({ number, cells }) => ({
      row: number,
      ...(Object.fromEntries(fields.map((field) => [field, cell(cells, columns[field])])) as Record<Field, string>),
    }))
    .filter(({ url, name, remark, labels }) => [url, name, remark, labels].some((text) => text !== ''));
}

function columnsUnder(cells: readonly string[]): Partial<Record<Field, number>> {
  return Object.fromEntries(
    fields
      .map((field) => [field, cells.findIndex((cell) => heads[field].test(cell.trim()))] as const)
      .filter(([, at]) => at >= 0),
  );
}

function columnWithUrls(table: readonly TableRow[]): Partial<Record<Field, number>> | null {
  for (const { cells } of table) {
    const url = cells.findIndex(hasUrl);
    if (url >= 0) return { url };
  }
  return null;
}

/** The URL in a cell, without the words that shops add when a page is shared; otherwise the whole cell. */
export const urlIn = (cell: string): string => typedUrls(completeUrls(cell.replace(/\s*\n\s*/g, ' ')))[0]?.text ?? cell;
