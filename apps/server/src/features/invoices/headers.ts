import { type InputOf, type InvoiceHeader, type invoiceCalls, type KeptHeader, mostHeaders } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { certificationOf } from '../certification/service.ts';
import * as store from './header-store.ts';

type Calls = typeof invoiceCalls;
type User = Context<'user'>;

export async function headers(_input: unknown, context: User) {
  const list = await store.listHeaders(context.db, context.caller.accountId);
  return { list, certified: await certifiedHeader(context, list) };
}

/** Suggests a first header for the certified company; a credit code is the taxpayer number since 2015. */
async function certifiedHeader({ db, services, caller }: User, list: readonly KeptHeader[]) {
  const { accountId } = caller;
  const certified = await certificationOf(db, services.vault, { accountId, holderId: caller.personId });
  if (certified?.kind !== 'enterprise') return null;
  const { name: title, number: taxNumber } = certified;
  return list.some((header) => header.taxNumber === taxNumber) ? null : { title, taxNumber };
}

/** @throws Refusal NOT_FOUND, also for a header of another account */
export async function header({ id }: { id: string }, { db, caller }: User): Promise<KeptHeader> {
  const found = await store.findHeader(db, caller.accountId, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

export async function addHeader(input: InputOf<Calls['addHeader']>, context: User): Promise<KeptHeader> {
  const { db, caller, audit } = context;
  const { count } = await store.lockHeaders(db, caller.accountId);
  if (count >= mostHeaders) throw new Refusal('HEADERS_FULL', { values: { count: mostHeaders } });
  const id = await store.insertHeader(db, caller.accountId, input);
  if (input.isDefault || count === 0) await store.makeDefault(db, caller.accountId, id);
  audit({ header: id });
  return header({ id }, context);
}

/** The default header stays the default until another one becomes it. */
export async function editHeader({ id, ...input }: InputOf<Calls['editHeader']>, context: User): Promise<KeptHeader> {
  const { db, caller, audit } = context;
  await store.lockHeaders(db, caller.accountId);
  if (!(await store.updateHeader(db, caller.accountId, id, input))) throw new Refusal('NOT_FOUND');
  if (input.isDefault) await store.makeDefault(db, caller.accountId, id);
  audit({ header: id });
  return header({ id }, context);
}

export async function deleteHeader({ id }: { id: string }, { db, caller, audit }: User): Promise<null> {
  const { accountId } = caller;
  await store.lockHeaders(db, accountId);
  const deleted = await store.deleteHeader(db, accountId, id);
  if (!deleted) throw new Refusal('NOT_FOUND');
  const [newest] = await store.listHeaders(db, accountId);
  if (deleted.isDefault && newest) await store.makeDefault(db, accountId, newest.id);
  audit({ header: id });
  return null;
}

/** A copy for an invoice, unaffected by later changes of the header. */
export async function headerFor(context: User, id: string): Promise<InvoiceHeader> {
  const { id: _id, isDefault: _isDefault, ...written } = await header({ id }, context);
  return written;
}
