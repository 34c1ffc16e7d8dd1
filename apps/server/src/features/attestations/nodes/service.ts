import type { Client } from '../../../database/client.ts';
import { type Lease } from '../../evidence/service.ts';
import { type Delivery, findDelivery } from './store.ts';

export { sweepLeases } from './outcomes.ts';
export { clockIsFar } from './store.ts';

/** The report that ended a lease, with the files that came; undefined before it came, and of one that was given up. */
export const deliveryOf = (db: Client, { fence }: Lease): Promise<Delivery | undefined> => findDelivery(db, fence);
