import { accountOffsetMinutes, entryKindWords, serviceWords } from '@proofkeep/contract';
import { ink, type Label, Paper, page } from '@proofkeep/seal/paper';
import { formatYuan } from '../../../kit/yuan.ts';
import type { StatementFile } from './file.ts';
import { endOfMonth } from './months.ts';
import type { StatementEntry } from './store.ts';

const labels = {
  account: ['账号名称', 'Account'],
  month: ['账期', 'Period'],
  opening: ['期初余额', 'Opening balance'],
  added: ['本期增加', 'Added'],
  taken: ['本期减少', 'Taken'],
  closing: ['期末余额', 'Closing balance'],
} as const satisfies Record<string, Label>;

/** Draws a closed month's statement: PDF 1.7, Chinese and English, with text that can be selected and copied. */
export async function drawStatement({ accountName, statement, entries }: StatementFile): Promise<Uint8Array> {
  const { month } = statement;
  const paper = new Paper({
    title: `对账单 ${month} ${accountName}`,
    subject: `Statement of account ${month}`,
    // Fixed, so that every drawing has the same bytes.
    createdAt: endOfMonth(month),
  });
  drawHead(paper, accountName, statement);
  drawSums(paper, statement);
  drawEntries(paper, entries);
  return paper.finish((number, count) => `对账单 Statement ${month}  ·  ${number} / ${count}`);
}

function drawHead(paper: Paper, accountName: string, statement: StatementFile['statement']): void {
  const { doc } = paper;
  const top = paper.y;
  doc.font('bold').fontSize(20).fillColor(ink.text);
  doc.text('对账单', page.left, top - 4, { lineBreak: false });
  doc.font('sans').fontSize(9.5).fillColor(ink.soft);
  doc.text('Statement of account', page.left, top + 26, { lineBreak: false });
  doc.text('存真  Proofkeep', page.left, top + 26, { width: paper.width, align: 'right', lineBreak: false });
  paper.y = top + 46;
  paper.rule();
  paper.gap(8);
  paper.fact(labels.account, accountName);
  paper.fact(labels.month, `${statement.month}（UTC+8）`);
  paper.fact(labels.opening, formatYuan(statement.openingCents));
  paper.fact(labels.added, signed(statement.addedCents));
  paper.fact(labels.taken, signed(statement.takenCents));
  paper.fact(labels.closing, formatYuan(statement.closingCents));
}

function drawSums(paper: Paper, { kinds, packages }: StatementFile['statement']): void {
  paper.heading(['按类型汇总', 'By type']);
  for (const { kind, entries, cents } of kinds)
    paper.fact(entryKindWords[kind], signed(cents), { tail: `× ${entries}` });
  if (kinds.length === 0) paper.paragraph('本期没有收支。No entries in this period.', { color: ink.soft });
  if (packages.length === 0) return;
  paper.heading(['套餐用量', 'Package units used']);
  for (const { name, service, units } of packages) {
    const [zh, en] = serviceWords[service].name;
    paper.fact([zh, en], `${units}   ${name.zh}  ${name.en}`);
  }
}

const rowHeight = 26;
/** Distance of the amounts' right edge from that of the balances. */
const balanceWidth = 110;

function drawEntries(paper: Paper, entries: readonly StatementEntry[]): void {
  if (entries.length === 0) return;
  paper.heading(['收支明细', 'Entries']);
  drawColumns(paper);
  for (const entry of entries) {
    const before = paper.y;
    paper.room(rowHeight);
    const isNewPage = paper.y < before;
    if (isNewPage) drawColumns(paper);
    drawEntry(paper, entry);
  }
}

/** Names the columns of amounts, on each page. */
function drawColumns(paper: Paper): void {
  const { doc } = paper;
  const y = paper.y;
  doc.font('sans').fontSize(7.2).fillColor(ink.soft);
  for (const [name, width] of [
    ['金额  Amount', paper.width - balanceWidth],
    ['余额  Balance', paper.width],
  ] as const)
    doc.text(name, page.left, y, { width, align: 'right', lineBreak: false });
  paper.y = y + 14;
}

/** Two lines: kind, amount and balance; below them time, service and number. */
function drawEntry(paper: Paper, { at, kind, amountCents, balanceCents, service, quantity, subject }: StatementEntry) {
  const { doc } = paper;
  const y = paper.y;
  const right = (text: string, width: number, line: number) =>
    doc.text(text, page.left, line, { width, align: 'right', lineBreak: false });
  doc.font('sans').fontSize(8.6).fillColor(ink.text);
  doc.text(entryKindWords[kind].join('  '), page.left, y, { lineBreak: false });
  right(signed(amountCents), paper.width - balanceWidth, y);
  right(formatYuan(balanceCents), paper.width, y);
  const what = service && `${serviceWords[service].name.join('  ')} × ${quantity}`;
  doc.font('sans').fontSize(7.2).fillColor(ink.soft);
  doc.text([timeOf(at), what, subject].filter(Boolean).join('   '), page.left, y + 12, { lineBreak: false });
  paper.y = y + rowHeight;
}

/** `+¥1.00`, `-¥1.00`, `¥0.00`. */
const signed = (cents: number): string => `${cents > 0 ? '+' : cents < 0 ? '-' : ''}${formatYuan(Math.abs(cents))}`;

/** `2026-11-20 14:03:22` in China. */
const timeOf = (at: Date): string =>
  new Date(at.getTime() + accountOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
