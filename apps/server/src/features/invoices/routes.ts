import type { invoiceCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { apply, reapply, withdraw } from './applications.ts';
import { consoleInvoice, consoleInvoices, issue, redFlush, reject } from './console.ts';
import { attachFile, consolePdf, mailedPdf, pdf } from './files.ts';
import { addHeader, deleteHeader, editHeader, header, headers } from './headers.ts';
import { info, invoiceableOrders, list } from './views.ts';

export const invoiceRoutes: Handlers<typeof invoiceCalls> = {
  headers,
  addHeader,
  header,
  editHeader,
  deleteHeader,
  invoiceableOrders,
  apply,
  list,
  info,
  reapply,
  withdraw,
  pdf,
  mailedPdf,
  consoleInvoices,
  consoleInvoice,
  consolePdf,
  attachFile,
  issue,
  reject,
  redFlush,
};
