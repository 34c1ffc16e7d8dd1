import { accountDay, invoiceKindWords, invoiceStateWords, orderTitle } from '@proofkeep/contract';
import { ink, type Label, Paper, page } from '@proofkeep/seal/paper';
import { formatYuan } from '../../kit/yuan.ts';
import { inWords } from './amount-words.ts';
import type { InvoicedOrderRow } from './order-store.ts';
import type { InvoiceRow } from './store.ts';

const labels = {
  number: ['发票号码', 'Invoice number'],
  code: ['发票代码', 'Invoice code'],
  issuedOn: ['开票日期', 'Issue date'],
  kind: ['发票种类', 'Invoice type'],
  application: ['申请编号', 'Application no.'],
  state: ['状态', 'State'],
  redNumber: ['红字发票号码', 'Red-letter invoice number'],
  redOn: ['红冲日期', 'Reversed on'],
  reason: ['红冲原因', 'Reason'],
  title: ['名称', 'Name'],
  taxNumber: ['纳税人识别号', 'Taxpayer ID'],
  address: ['地址', 'Address'],
  phone: ['电话', 'Phone'],
  bankName: ['开户行', 'Bank'],
  bankAccount: ['账号', 'Bank account'],
  total: ['价税合计', 'Total incl. tax'],
  words: ['金额大写', 'Amount in words'],
} as const satisfies Record<string, Label>;

/** The reader must see that it isn't the invoice before its content. */
const notice: readonly Label[] = [
  [
    '本单不是发票。它由存真按订单和开票登记生成，列明发票号码和所含订单；税率和税额以发票本身为准。',
    'This sheet is not the invoice. Proofkeep created it from the orders and the details recorded when the invoice was issued. The invoice itself states the tax rate and amount.',
  ],
  [
    '报销、入账或抵扣请使用发票本身，并可在国家税务总局全国增值税发票查验平台按号码查验。',
    'For reimbursement, bookkeeping or tax deduction, use the invoice itself. You can look it up by number on the verification platform of the State Taxation Administration.',
  ],
];

interface SheetFacts extends InvoiceRow {
  orders: readonly InvoicedOrderRow[];
}

/** Draws the sheet of an issued invoice: PDF 1.7, Chinese and English, with selectable text. */
export async function drawSheet(facts: SheetFacts): Promise<Uint8Array> {
  const { issued, redFlushed } = facts;
  if (!issued) throw new Error(`${facts.applicationNo} was not issued.`);
  const paper = new Paper({
    title: `发票信息单 ${issued.number}`,
    subject: `Invoice sheet ${issued.number}`,
    // Fixed, so that every drawing has the same bytes.
    createdAt: new Date(`${(redFlushed ?? issued).issuedOn}T00:00:00+08:00`),
  });
  drawHead(paper);
  drawInvoice(paper, facts);
  drawBuyer(paper, facts);
  drawOrders(paper, facts);
  return paper.finish((number, count) => `${facts.applicationNo}  ·  ${number} / ${count}`);
}

function drawHead(paper: Paper): void {
  const { doc } = paper;
  const top = paper.y;
  doc
    .font('bold')
    .fontSize(20)
    .fillColor(ink.text)
    .text('发票信息单', page.left, top - 4, { lineBreak: false });
  doc.font('sans').fontSize(9.5).fillColor(ink.soft);
  doc.text('Invoice sheet', page.left, top + 26, { lineBreak: false });
  paper.y = top + 46;
  paper.rule();
  paper.gap(8);
  for (const [zh, en] of notice) {
    paper.paragraph(zh, { color: ink.warning });
    paper.paragraph(en, { color: ink.soft, size: 7.4 });
  }
}

function drawInvoice(paper: Paper, { issued, redFlushed, ...facts }: SheetFacts): void {
  paper.heading(['发票', 'Invoice']);
  paper.fact(labels.number, issued?.number ?? '', { mono: true });
  if (issued?.code) paper.fact(labels.code, issued.code, { mono: true });
  paper.fact(labels.issuedOn, issued?.issuedOn ?? '');
  paper.fact(labels.kind, invoiceKindWords[facts.kind].join('  '));
  paper.fact(labels.application, facts.applicationNo, { mono: true });
  paper.fact(labels.state, invoiceStateWords[facts.state].join('  '), {
    color: facts.state === 'red-flushed' ? ink.seal : ink.text,
  });
  if (!redFlushed) return;
  paper.fact(labels.redNumber, [redFlushed.code, redFlushed.number].filter(Boolean).join('  '), { mono: true });
  paper.fact(labels.redOn, redFlushed.issuedOn);
  paper.fact(labels.reason, facts.reason ?? '');
}

function drawBuyer(paper: Paper, { header }: SheetFacts): void {
  paper.heading(['购买方', 'Buyer']);
  paper.fact(labels.title, header.title);
  if (header.kind === 'personal') return;
  paper.fact(labels.taxNumber, header.taxNumber ?? '', { mono: true });
  paper.fact(labels.address, header.address ?? '');
  paper.fact(labels.phone, header.phone ?? '');
  paper.fact(labels.bankName, header.bankName ?? '');
  paper.fact(labels.bankAccount, header.bankAccount ?? '', { mono: true });
}

function drawOrders(paper: Paper, { orders, amountCents }: SheetFacts): void {
  const { doc } = paper;
  paper.heading(['所含订单', 'Orders on this invoice']);
  for (const order of orders) {
    paper.room(28);
    const y = paper.y;
    const name = `${orderTitle(order, 'zh')}  ${orderTitle(order, 'en')}`;
    doc.font('sans').fontSize(8.6).fillColor(ink.text);
    doc.text(name, page.left, y, { width: paper.width - 110, height: 12, ellipsis: true, lineBreak: false });
    doc.text(formatYuan(order.amountCents), page.left, y, { width: paper.width, align: 'right', lineBreak: false });
    doc.font('mono').fontSize(7.2).fillColor(ink.soft);
    doc.text(`${order.orderNo}   ${accountDay(order.paidAt)}`, page.left, y + 12, { lineBreak: false });
    paper.y = y + 26;
  }
  paper.rule();
  paper.gap(6);
  paper.fact(labels.total, formatYuan(amountCents));
  paper.fact(labels.words, inWords(amountCents));
}
