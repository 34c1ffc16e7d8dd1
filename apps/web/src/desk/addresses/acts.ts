import { type Address, calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';

export const listing = queryOf(calls.addresses.addresses, {});

/** Call input from a stored address. */
const enteredOf = ({ id: _id, region: _region, ...entered }: Address) => entered;

export const useDelete = () =>
  useMutation({
    mutationFn: ({ id }: Address) => ask(calls.addresses.deleteAddress, { id }),
    onSettled: () => refresh('addresses'),
  });

/** Adds a deleted address back, as the default if it was the default. */
export const useUndo = () =>
  useMutation({
    mutationFn: (address: Address) => ask(calls.addresses.addAddress, enteredOf(address)),
    onSettled: () => refresh('addresses'),
  });

export const useMakeDefault = () =>
  useMutation({
    mutationFn: (address: Address) =>
      ask(calls.addresses.editAddress, { id: address.id, ...enteredOf(address), isDefault: true }),
    onSettled: () => refresh('addresses'),
  });
