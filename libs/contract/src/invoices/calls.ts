import { z } from 'zod';
import { bytes, call, nil } from '../call.ts';
import { Email } from '../messages/email.ts';
import { Cents } from '../money/money.ts';
import { OrderKind, OrderLine, PayWay } from '../orders/calls.ts';
import { OrderNo, OrderSearch } from '../orders/numbers.ts';
import { reasonLength } from '../shared/limits.ts';
import { count, listOf, page, several } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { InvoiceHeader, invoiceHeaderCalls } from './headers.ts';
import { InvoiceState, InvoiceStepKind } from './states.ts';

/** Kinds of invoices. */
export const invoiceKinds = ['ordinary', 'special'] as const;
/** Kind of an invoice: ordinary or special VAT invoice. */
export const InvoiceKind = z.enum(invoiceKinds);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/** Words for the kinds of invoices. */
export const invoiceKindWords: Record<InvoiceKind, Word> = {
  ordinary: ['增值税普通发票', 'Ordinary VAT invoice'],
  special: ['增值税专用发票', 'Special VAT invoice'],
};

/** Maximum number of orders in one application. */
export const mostInvoiceOrders = 100;
/** Maximum size of an invoice file from the tax platform. */
export const invoiceFileBytes = 10 * 2 ** 20;

const time = z.iso.datetime();

/**
 * Invoice number: 20 digits without a code for a digital invoice; 8 digits with a code of 10 or 12 digits for older ones.
 */
export const InvoiceNumber = z.strictObject({ code: z.string(), number: z.string(), issuedOn: z.iso.date() });
export type InvoiceNumber = z.infer<typeof InvoiceNumber>;

const numbering = {
  number: z
    .string()
    .trim()
    .regex(/^(\d{8}|\d{20})$/, 'invoiceNumber'),
  /** Empty for a digital invoice. */
  code: z
    .string()
    .trim()
    .regex(/^(\d{10}|\d{12})?$/, 'invoiceCode')
    .default(''),
  /** Day in China; not in the future. */
  issuedOn: z.iso.date(),
};
const isWholeNumber = ({ number, code }: { number: string; code: string }): boolean =>
  (number.length === 8) === (code !== '');
const wrongCode = { path: ['code'], error: 'invoiceCode' };

/** Delivery of an invoice to its recipient. */
export const Delivery = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('email'), email: z.string() }),
  z.strictObject({
    by: z.literal('paper'),
    recipient: z.string(),
    phone: z.string(),
    region: z.string(),
    detail: z.string(),
  }),
]);
export type Delivery = z.infer<typeof Delivery>;

/** A paid order for which no invoice was applied for. */
export const InvoiceableOrder = z.strictObject({
  orderNo: z.string(),
  kind: OrderKind,
  lines: z.array(OrderLine),
  paidAt: time,
  paidBy: PayWay,
  amountCents: Cents,
  refundedCents: Cents,
  /** Invoiceable amount: paid and not refunded. */
  invoiceableCents: Cents,
});
export type InvoiceableOrder = z.infer<typeof InvoiceableOrder>;

/** An application for an invoice, as lists show it. */
export const Invoice = z.strictObject({
  id: z.string(),
  /** Our number of the application; the tax authority numbers the invoice itself. */
  applicationNo: z.string(),
  kind: InvoiceKind,
  state: InvoiceState,
  title: z.string(),
  amountCents: Cents,
  orderCount: z.int(),
  /** Time of the latest application. */
  appliedAt: time,
  /** Present once issued. */
  issued: InvoiceNumber.nullable(),
  /** Why it was last rejected or reversed; null otherwise. */
  reason: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

/** An order that an invoice covers. */
export const InvoicedOrder = z.strictObject({
  orderNo: z.string(),
  kind: OrderKind,
  lines: z.array(OrderLine),
  paidAt: time,
  /** Amount on the invoice, and the amount of the order now paid and not refunded. */
  amountCents: Cents,
  leftCents: Cents,
});

/** One step in the history of an invoice. */
export const InvoiceStep = z.strictObject({
  event: InvoiceStepKind,
  at: time,
  reason: z.string().nullable(),
  amountCents: Cents,
});

/** An application for an invoice with its orders and history. */
export const InvoiceDetail = Invoice.extend({
  header: InvoiceHeader,
  delivery: Delivery,
  orders: z.array(InvoicedOrder),
  /** Oldest first. */
  steps: z.array(InvoiceStep),
  /** The red invoice that cancelled it. */
  redFlushed: InvoiceNumber.nullable(),
  /** Content of `invoicePdf`: the issued file, or our information sheet; null if there is neither yet. */
  pdf: z.enum(['file', 'sheet']).nullable(),
});
export type InvoiceDetail = z.infer<typeof InvoiceDetail>;

const one = z.strictObject({ id: z.uuid() });
const deliveryFields = { email: Email.optional(), addressId: z.uuid().optional() };
const day = z.iso.date().optional();

/** Groups of states in the console's queue; `to-flush`: issued, but partly refunded since. */
export const invoiceQueues = ['waiting', 'to-flush', 'issued', 'rejected', 'red-flushed', 'withdrawn', 'all'] as const;
/** Queue of invoices in the console. */
export const InvoiceQueue = z.enum(invoiceQueues);
export type InvoiceQueue = z.infer<typeof InvoiceQueue>;

const ofAccount = {
  accountId: z.string(),
  accountName: z.string(),
  /** Counted from 1; each application adds one. */
  attempt: z.int(),
  /** Amount that is no longer paid because of refunds. */
  overCents: Cents,
};
/** An invoice as the console lists it, with its account. */
export const ConsoleInvoice = Invoice.extend(ofAccount);
export type ConsoleInvoice = z.infer<typeof ConsoleInvoice>;
/** An invoice as the console shows it, with its account. */
export const ConsoleInvoiceDetail = InvoiceDetail.extend(ofAccount);
export type ConsoleInvoiceDetail = z.infer<typeof ConsoleInvoiceDetail>;

/** The application that was reviewed; a decision about an earlier one is refused. */
const decided = { ...one.shape, attempt: count.min(1) };
const Reason = z.string().trim().min(reasonLength.min).max(reasonLength.max);
const applying = [{ per: 'login', times: 60, seconds: 3_600 }] as const;
const drawing = [{ per: 'login', times: 300, seconds: 3_600 }] as const;
const deciding = [{ per: 'login', times: 600, seconds: 3_600 }] as const;

/** Records of the calls about invoices. */
export const invoiceCalls = {
  ...invoiceHeaderCalls,
  invoiceableOrders: call({
    method: 'GET',
    path: '/creditor/invoice/orders',
    who: 'user',
    needs: 'invoices',
    summary: 'Lists paid orders that can be invoiced, newest first, with their total.',
    input: z.strictObject(page),
    isOneMoment: true,
    reply: listOf(InvoiceableOrder).extend({ sumCents: Cents }),
  }),
  apply: call({
    method: 'POST',
    path: '/creditor/invoice',
    who: 'user',
    needs: 'invoices',
    summary: 'Applies for an invoice for paid orders. An order can be on one invoice only.',
    input: z
      .strictObject({
        orderNos: several(OrderNo, mostInvoiceOrders),
        headerId: z.uuid(),
        kind: InvoiceKind,
        /** One of the two: by mail, or on paper to an address of the address book. */
        ...deliveryFields,
      })
      .refine(({ email, addressId }) => (email === undefined) !== (addressId === undefined), {
        path: ['email'],
        error: 'emailOrAddress',
      }),
    reply: InvoiceDetail,
    refusals: ['ORDER_NOT_INVOICEABLE', 'HEADER_INCOMPLETE'],
    limits: applying,
    audit: 'invoice.applied',
  }),
  list: call({
    method: 'POST',
    path: '/creditor/invoice/list',
    who: 'user',
    needs: 'invoices',
    summary: "Lists the account's invoices, newest first.",
    input: z.strictObject({
      ...page,
      state: InvoiceState.optional(),
      kind: InvoiceKind.optional(),
      /** Number of the application, of the invoice or of an order, or a part of the title. */
      search: OrderSearch,
      /** Days of application in China. */
      from: day,
      to: day,
    }),
    reply: listOf(Invoice),
  }),
  info: call({
    method: 'GET',
    path: '/creditor/invoice/info/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Returns one invoice with its orders and history.',
    input: one,
    isOneMoment: true,
    reply: InvoiceDetail,
  }),
  reapply: call({
    method: 'POST',
    path: '/creditor/invoice/reapply/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Applies again for a rejected invoice. Fields left out stay unchanged.',
    input: z
      .strictObject({
        ...one.shape,
        headerId: z.uuid().optional(),
        kind: InvoiceKind.optional(),
        ...deliveryFields,
      })
      .refine(({ email, addressId }) => email === undefined || addressId === undefined, {
        path: ['email'],
        error: 'emailOrAddress',
      }),
    reply: InvoiceDetail,
    refusals: ['STATE_FORBIDS', 'ORDER_NOT_INVOICEABLE', 'HEADER_INCOMPLETE'],
    limits: applying,
    audit: 'invoice.reapplied',
  }),
  withdraw: call({
    method: 'POST',
    path: '/creditor/invoice/withdraw/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Withdraws an undecided application. Its orders can be invoiced again.',
    input: one,
    reply: InvoiceDetail,
    refusals: ['STATE_FORBIDS'],
    limits: applying,
    audit: 'invoice.withdrawn',
  }),
  pdf: call({
    method: 'GET',
    path: '/creditor/invoice/pdf/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Downloads an issued invoice: its file, or an information sheet if there is none.',
    input: one,
    produces: 'application/pdf',
    reply: bytes,
    limits: drawing,
  }),
  mailedPdf: call({
    method: 'GET',
    path: '/creditor/invoice/mailed/{secret}',
    who: 'public',
    summary:
      'Downloads an issued invoice by the emailed link, valid for 90 days; for a reversed one only the information sheet, which says so.',
    input: z.strictObject({ secret: z.string().max(64) }),
    produces: 'application/pdf',
    reply: bytes,
    limits: [{ per: 'address', times: 120, seconds: 3_600 }],
  }),

  consoleInvoices: call({
    method: 'GET',
    path: '/creditor/console/invoices',
    who: 'operator',
    summary: 'Lists invoices in a state; pending ones oldest first.',
    input: z.strictObject({
      ...page,
      queue: InvoiceQueue.default('waiting'),
      /** Number of the application, of the invoice or of an order, a part of the title, or the id of an account. */
      search: OrderSearch,
    }),
    reply: listOf(ConsoleInvoice),
  }),
  consoleInvoice: call({
    method: 'GET',
    path: '/creditor/console/invoices/{id}',
    who: 'operator',
    summary: 'Returns one invoice with all details.',
    input: one,
    isOneMoment: true,
    reply: ConsoleInvoiceDetail,
  }),
  consolePdf: call({
    method: 'GET',
    path: '/creditor/console/invoices/{id}/pdf',
    who: 'operator',
    summary: 'Downloads the file of an invoice, or its information sheet.',
    input: one,
    produces: 'application/pdf',
    reply: bytes,
    limits: drawing,
  }),
  attachFile: call({
    method: 'POST',
    path: '/creditor/console/invoices/{id}/file',
    who: 'operator',
    summary:
      'Attaches the PDF of the invoice. Replacing the file of an issued one needs a reason visible to the user; the old file is kept.',
    input: z.strictObject({ ...decided, reason: Reason.optional() }),
    consumes: 'multipart/form-data',
    maxBytes: invoiceFileBytes,
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS', 'UPLOAD_TYPE', 'UPLOAD_BROKEN'],
    limits: deciding,
    audit: 'invoice.file-attached',
  }),
  issue: call({
    method: 'POST',
    path: '/creditor/console/invoices/{id}/issue',
    who: 'operator',
    summary: 'Records that an invoice was issued, with its number and date.',
    input: z.strictObject({ ...decided, ...numbering }).refine(isWholeNumber, wrongCode),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'INVOICE_AMOUNT_CHANGED', 'INVOICE_NUMBER_TAKEN'],
    limits: deciding,
    audit: 'invoice.issued',
  }),
  reject: call({
    method: 'POST',
    path: '/creditor/console/invoices/{id}/reject',
    who: 'operator',
    summary: 'Rejects an application with a reason visible to the user.',
    input: z.strictObject({ ...decided, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'invoice.rejected',
  }),
  redFlush: call({
    method: 'POST',
    path: '/creditor/console/invoices/{id}/red-flush',
    who: 'operator',
    summary:
      "Records that an invoice was reversed by a red-letter invoice. Orders that weren't refunded can be invoiced again.",
    input: z.strictObject({ ...decided, ...numbering, reason: Reason }).refine(isWholeNumber, wrongCode),
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS', 'INVOICE_NUMBER_TAKEN'],
    limits: deciding,
    audit: 'invoice.red-flushed',
  }),
};

/** Pages of the site that messages lead to. */
export const invoicesPath = '/invoice';
/** Path of the page of one invoice. */
export const invoicePath = (id: string): string => `${invoicesPath}/${id}`;
