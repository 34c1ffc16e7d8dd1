import { buffer } from 'node:stream/consumers';
import {
  type Bytes,
  type InputOf,
  type invoiceCalls,
  invoicePath,
  invoiceStateTable,
  message,
} from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { limitConcurrency } from '../../kit/concurrency-limit.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import type { Store } from '../../store/store.ts';
import { notify } from '../messages/service.ts';
import { mailedSha256, mailFile } from './mails.ts';
import { ordersOf } from './order-store.ts';
import { findInvoice, findKnownFiles, findMailed, type InvoiceRow, invoiceLifecycle, lockInvoice } from './store.ts';
import { ownInvoice } from './views.ts';

type Calls = typeof invoiceCalls;
const folder = 'invoices/';

/**
 * Before the issue, a new file simply replaces the old one, which the sweep removes. Afterwards a replacement requires
 * step-up and a reason, and the history keeps the file that the holder had.
 */
export async function attachFile(
  { id, attempt, reason }: InputOf<Calls['attachFile']>,
  context: Context<'operator'>,
): Promise<null> {
  const { db, services, audit, upload } = context;
  const row = await lockInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  audit({ invoice: id, accountId: row.accountId });
  const isReplaced = row.fileKey !== null && invoiceStateTable.allowed(row.state, 'operator').includes('replace');
  const event = isReplaced ? 'replace' : 'attach';
  const isAllowed = invoiceStateTable.after(row.state, event, 'operator') !== undefined;
  if (row.attempt !== attempt || !isAllowed || (isReplaced && !reason)) throw new Refusal('STATE_FORBIDS');
  if (isReplaced) await requireProof(context);
  const bytes = await pdfOf(upload);
  const key = `${folder}${id}/${await newId(db)}/sealed`;
  await services.store.put(key, services.vault.encryptBytes(bytes, key));
  await transition(db, invoiceLifecycle, id, {
    event,
    who: 'operator',
    detail: {
      at: context.now,
      reason: isReplaced ? (reason ?? null) : null,
      amountCents: row.amountCents,
      by: { staffId: context.caller.staffId },
      fileKey: row.fileKey,
    },
    set: { file_key: key },
  });
  if (isReplaced && reason) await notifyReplaced(context, row, reason);
  // The holder waits for the file of an issued invoice; before the issue they don't see it.
  if (row.issued) {
    if (!isReplaced) await notifyFile(context, row, row.issued.number);
    if (row.delivery.by === 'email') await mailFile(context, row, row.issued.number);
  }
  return null;
}

async function notifyFile({ db }: Context<'operator'>, { id, accountId }: InvoiceRow, invoice: string): Promise<void> {
  const sentence = message('message.invoice-file', { invoice });
  await notify(db, { accountId, kind: 'billing', message: sentence, link: invoicePath(id) });
}

async function notifyReplaced({ db, audit }: Context<'operator'>, row: InvoiceRow, reason: string): Promise<void> {
  const { id, accountId, issued } = row;
  audit({ reason });
  const sentence = message('message.invoice-replaced', { invoice: issued?.number ?? '', reason });
  await notify(db, { accountId, kind: 'billing', message: sentence, link: invoicePath(id) });
}

/** Checks a PDF's header and end marker (ISO 32000-1 §7.5.2 and §7.5.5): a truncated upload lacks the end. */
async function pdfOf(upload: Context['upload']): Promise<Buffer> {
  const { stream } = await upload();
  const bytes = await buffer(stream);
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime !== 'application/pdf') throw new Refusal('UPLOAD_TYPE', { values: { types: 'PDF' } });
  if (!bytes.subarray(-1024).includes('%%EOF')) throw new Refusal('UPLOAD_BROKEN');
  return bytes;
}

export async function pdf({ id }: { id: string }, { db, caller, services }: Context<'user'>): Promise<Bytes> {
  return pdfFor({ db, services }, await ownInvoice(db, caller.accountId, id));
}

export async function mailedPdf({ secret }: { secret: string }, { db, services, now }: Context<'public'>) {
  const row = await findMailed(db, mailedSha256(secret), now);
  if (!row) throw new Refusal('NOT_FOUND');
  // The attached file doesn't say that the invoice was voided later; our own sheet does, so readers of the link get it.
  return pdfFor({ db, services }, row.redFlushed ? { ...row, fileKey: null } : row);
}

/** An operator may open an attached file before the issue. */
export async function consolePdf({ id }: { id: string }, { db, services }: Context<'operator'>): Promise<Bytes> {
  const row = await findInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row.fileKey ? fileOf(services, row, row.fileKey) : pdfFor({ db, services }, row);
}

/** Drawing blocks the event loop, so only one sheet is drawn at a time. */
const inTurn = limitConcurrency(1);

async function pdfFor({ db, services }: Pick<Context, 'db' | 'services'>, row: InvoiceRow): Promise<Bytes> {
  if (!row.issued) throw new Refusal('NOT_FOUND');
  if (row.fileKey) return fileOf(services, row, row.fileKey);
  const orders = await ordersOf(db, row.id);
  // Loaded when used, so that the service starts faster.
  const { drawSheet } = await import('./sheet.ts');
  const body = Buffer.from(await inTurn(() => drawSheet({ ...row, orders })));
  return { body, fileName: fileNameOf(row), sizeBytes: body.length };
}

async function fileOf({ store, vault }: Services, row: InvoiceRow, key: string): Promise<Bytes> {
  const body = vault.decryptBytes(await store.bytes(key), key);
  return { body, fileName: fileNameOf(row), sizeBytes: body.length };
}

const fileNameOf = ({ issued, applicationNo }: InvoiceRow): string => `${issued?.number ?? applicationNo}.pdf`;

export const invoiceJobs = (deps: { database: Database; store: Store }): Pick<JobHandlers, 'sweep-invoices'> => ({
  'sweep-invoices': () => sweepInvoices(deps, new Date()),
});

const sweptAfterMs = 86_400_000;

/** Removes files that no invoice refers to: replaced ones, and ones whose transaction was rolled back. */
export async function sweepInvoices(
  { database, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - sweptAfterMs);
  const keys = (await store.list(folder)).map(({ key }) => key).filter((key) => timeOf(key) < before);
  for (let at = 0; at < keys.length; at += 1_000) {
    const some = keys.slice(at, at + 1_000);
    const known = await findKnownFiles(database.pool, some);
    for (const key of some) if (!known.has(key)) await store.remove(key.slice(0, key.lastIndexOf('/') + 1));
  }
}

/** The creation time of a key's id: Unix milliseconds in its first 48 bits (RFC 9562 §5.7). */
const timeOf = (key: string): Date =>
  new Date(Number.parseInt((key.split('/')[2] ?? '').replaceAll('-', '').slice(0, 12), 16));
