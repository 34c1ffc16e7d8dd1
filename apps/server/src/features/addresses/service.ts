import { type Address, type addressCalls, type InputOf, mostAddresses } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { isWhole, type Place, writtenRegion } from './regions.ts';
import * as store from './store.ts';

type Calls = typeof addressCalls;
type User = Context<'user'>;

const addressOf = (row: store.AddressRow): Address => ({ ...row, region: writtenRegion(row) });

export async function addresses(_input: unknown, { db, caller }: User) {
  return { list: (await store.listAddresses(db, caller.accountId)).map(addressOf) };
}

/** @throws Refusal NOT_FOUND, also for an address of another account */
export async function address({ id }: { id: string }, { db, caller }: User): Promise<Address> {
  const row = await store.findAddress(db, caller.accountId, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return addressOf(row);
}

export async function addAddress(input: InputOf<Calls['addAddress']>, context: User): Promise<Address> {
  const { db, caller, audit } = context;
  mustBeWhole(input);
  const { count } = await store.lockBook(db, caller.accountId);
  if (count >= mostAddresses) throw new Refusal('ADDRESSES_FULL', { values: { count: mostAddresses } });
  const id = await store.insertAddress(db, caller.accountId, input);
  if (input.isDefault || count === 0) await store.makeDefault(db, caller.accountId, id);
  audit({ address: id });
  return address({ id }, context);
}

export async function editAddress({ id, ...input }: InputOf<Calls['editAddress']>, context: User): Promise<Address> {
  const { db, caller, audit } = context;
  mustBeWhole(input);
  await store.lockBook(db, caller.accountId);
  if (!(await store.updateAddress(db, caller.accountId, id, input))) throw new Refusal('NOT_FOUND');
  if (input.isDefault) await store.makeDefault(db, caller.accountId, id);
  audit({ address: id });
  return address({ id }, context);
}

export async function deleteAddress({ id }: { id: string }, { db, caller, audit }: User) {
  const { accountId } = caller;
  await store.lockBook(db, accountId);
  const deleted = await store.deleteAddress(db, accountId, id);
  if (!deleted) throw new Refusal('NOT_FOUND');
  const [newest] = await store.listAddresses(db, accountId);
  if (deleted.isDefault && newest) await store.makeDefault(db, accountId, newest.id);
  audit({ address: id });
  return null;
}

function mustBeWhole(place: Place): void {
  if (!isWhole(place)) throw new Refusal('REGION_MISMATCH');
}

/** Deletes the address book of a closed account. */
export const deleteAddresses = (db: Client, accountId: string): Promise<void> => store.deleteBook(db, accountId);
