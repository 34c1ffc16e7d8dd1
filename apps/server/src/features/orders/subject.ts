import type { AttestationState, OrderDetail } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { OrderRow } from './store.ts';

export interface PaidOrder {
  order: OrderRow;
  /** The login that pays: the spending is theirs. */
  loginId: string;
  /** Whether the balance pays. Otherwise the money came from outside and is in the balance by now. */
  isFromBalance: boolean;
  now: Date;
  jobs: Jobs;
}

/** What the pages of an order show of its subject. */
export interface ShownSubject {
  ordered: { ano: string; url: string; state: AttestationState }[];
  chosen: OrderDetail['chosen'];
}

/**
 * What an order for a service is for: things of a feature above this one that wait until the order is paid. The composition
 * root names the implementation. `lock`, `begin` and `lapse` run in the transaction that changes the order, with the order
 * locked.
 */
export interface OrderSubject {
  /** Locks what waits for the order, before any money is locked (docs/ARCHITECTURE.md, lock order). @returns how many wait */
  lock(db: Client, orderId: string): Promise<number>;
  /** Starts what waits for the order, with a hold for each at the order's price. */
  begin(db: Client, paid: PaidOrder): Promise<void>;
  /** Cancels what waits for the order. */
  lapse(db: Client, orderId: string): Promise<void>;
  show(db: Client, orderId: string): Promise<ShownSubject>;
}
