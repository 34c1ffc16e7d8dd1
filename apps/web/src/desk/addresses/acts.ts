import { type Address, calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';

export const listing = queryOf(calls.addresses.addresses, {});
export const refresh = () => queries.invalidateQueries(listing);

/** What is entered of an address, as it is. */
const enteredOf = ({ id: _id, region: _region, ...entered }: Address) => entered;

export const useDelete = () =>
  useMutation({
    mutationFn: ({ id }: Address) => ask(calls.addresses.deleteAddress, { id }),
    onSettled: refresh,
  });

/** Enters what was deleted again; was it the default address, it is so again. */
export const useUndo = () =>
  useMutation({
    mutationFn: (address: Address) => ask(calls.addresses.addAddress, enteredOf(address)),
    onSettled: refresh,
  });

export const useMakeDefault = () =>
  useMutation({
    mutationFn: (address: Address) =>
      ask(calls.addresses.editAddress, { id: address.id, ...enteredOf(address), isDefault: true }),
    onSettled: refresh,
  });
