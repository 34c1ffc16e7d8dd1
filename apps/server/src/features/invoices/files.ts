import { buffer } from 'node:stream/consumers';
import { type Bytes, type InputOf, type invoiceCalls, invoicedBy, invoicePath, say } from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { turns } from '../../kit/turns.ts';
import type { Store } from '../../store/store.ts';
import { notify } from '../messages/service.ts';
import { requireProof } from '../staff/sign-in.ts';
import { mailedSha256 } from './mailing.ts';
import { ordersOf } from './order-store.ts';
import { ownInvoice } from './reading.ts';
import { findInvoice, findMailed, type InvoiceRow, insertStep, knownFiles, lockInvoice, setFile } from './store.ts';

type Calls = typeof invoiceCalls;
const folder = 'invoices/';

/**
 * Before it is issued the file may be replaced, and the sweep removes what was; afterwards only with proof and a reason, and
 * what the holder had before is kept.
 */
export async function attachFile(
  { id, attempt, reason }: InputOf<Calls['attachFile']>,
  context: Context<'operator'>,
): Promise<null> {
  const { db, services, audit, upload } = context;
  const row = await lockInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  audit({ invoice: id, accountId: row.accountId });
  const isReplaced = invoicedBy(row.state, 'replace') !== undefined && row.fileKey !== null;
  const mayStillHaveOne = invoicedBy(row.state, 'issue') || row.state === 'issued';
  if (row.attempt !== attempt || !mayStillHaveOne || (isReplaced && !reason)) throw new Refusal('STATE_FORBIDS');
  if (isReplaced) await requireProof(context);
  const bytes = await pdfOf(upload);
  const key = `${folder}${id}/${await newId(db)}/sealed`;
  await services.store.put(key, services.vault.sealBytes(bytes, key));
  await setFile(db, id, key);
  if (isReplaced && reason) await tellReplaced(context, row, reason);
  return null;
}

async function tellReplaced({ db, caller, now, audit }: Context<'operator'>, row: InvoiceRow, reason: string) {
  const { id, accountId, amountCents, fileKey, issued } = row;
  await insertStep(db, id, { event: 'replace', at: now, reason, amountCents, staffId: caller.staffId, fileKey });
  audit({ reason });
  const said = say('message.invoice-replaced', { invoice: issued?.number ?? '', reason });
  await notify(db, { accountId, kind: 'billing', said, link: invoicePath(id) });
}

/** A PDF begins and ends as one (ISO 32000-1 §7.5.2 and §7.5.5): a file that was cut off on its way does not end so. */
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
  // Whoever has the address alone would not learn otherwise that it is void.
  return pdfFor({ db, services }, row.redFlushed ? { ...row, fileKey: null } : row);
}

/** What was attached the operator can look at before it is issued. */
export async function consolePdf({ id }: { id: string }, { db, services }: Context<'operator'>): Promise<Bytes> {
  const row = await findInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row.fileKey ? fileOf(services, row, row.fileKey) : pdfFor({ db, services }, row);
}

/** Drawing holds up the process: one at a time is enough. */
const inTurn = turns(1);

async function pdfFor({ db, services }: Pick<Context, 'db' | 'services'>, row: InvoiceRow): Promise<Bytes> {
  if (!row.issued) throw new Refusal('NOT_FOUND');
  if (row.fileKey) return fileOf(services, row, row.fileKey);
  const orders = await ordersOf(db, row.id);
  // Loaded where it is used: the service would start later for it.
  const { drawSheet } = await import('./sheet.ts');
  const body = Buffer.from(await inTurn(() => drawSheet({ ...row, orders })));
  return { body, fileName: fileNameOf(row), sizeBytes: body.length };
}

async function fileOf({ store, vault }: Services, row: InvoiceRow, key: string): Promise<Bytes> {
  const body = vault.openBytes(await store.bytes(key), key);
  return { body, fileName: fileNameOf(row), sizeBytes: body.length };
}

const fileNameOf = ({ issued, applicationNo }: InvoiceRow): string => `${issued?.number ?? applicationNo}.pdf`;

/** What the service does by itself with files of invoices. */
export const invoiceJobs = (kept: { database: Database; store: Store }): Pick<JobHandlers, 'sweep-invoices'> => ({
  'sweep-invoices': () => sweepInvoices(kept, new Date()),
});

const sweptAfterMs = 86_400_000;

/** Removes files that no invoice has any more, or never had, as the change that brought them was not committed. */
export async function sweepInvoices(
  { database, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - sweptAfterMs);
  const keys = (await store.list(folder)).map(({ key }) => key).filter((key) => timeOf(key) < before);
  for (let at = 0; at < keys.length; at += 1_000) {
    const some = keys.slice(at, at + 1_000);
    const known = await knownFiles(database.pool, some);
    for (const key of some) if (!known.has(key)) await store.remove(key.slice(0, key.lastIndexOf('/') + 1));
  }
}

/** When the id in a key was made: milliseconds of Unix time in its first 48 bits (RFC 9562 §5.7). */
const timeOf = (key: string): Date =>
  new Date(Number.parseInt((key.split('/')[2] ?? '').replaceAll('-', '').slice(0, 12), 16));
