import type { addressCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { provinces, regionsNamed, regionsUnder } from './regions.ts';
import { addAddress, address, addresses, deleteAddress, editAddress } from './service.ts';

export const addressRoutes: Handlers<typeof addressCalls> = {
  addresses,
  addAddress,
  address,
  editAddress,
  deleteAddress,
  provinces: async () => ({ list: provinces() }),
  regionsUnder: async ({ id }) => {
    const list = regionsUnder(id);
    if (!list) throw new Refusal('NOT_FOUND');
    return { list };
  },
  regionsNamed: async ({ name }) => ({ list: regionsNamed(name) }),
};
