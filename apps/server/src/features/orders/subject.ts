import type { AttestationState, OrderDetail } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { OrderRow } from './store.ts';

export interface PaidOrder {
  order: OrderRow;
  /** The login that pays and whose spending it is. */
  loginId: string;
  /** Whether the balance pays. Otherwise the money came from outside and is now in the balance. */
  isFromBalance: boolean;
  now: Date;
  jobs: Jobs;
}

/** An order that was closed unpaid. */
export interface LapsedOrder {
  orderId: string;
  /** `clock`: the order was not paid in time. */
  who: 'holder' | 'clock';
  loginId: string;
  now: Date;
  jobs: Jobs;
}

/** Parts of an order's subject that its pages show. */
export interface ShownSubject {
  ordered: { ano: string; url: string; state: AttestationState }[];
  batchId: OrderDetail['batchId'];
  chosen: OrderDetail['chosen'];
}

/**
 * The subjects of an order for a service: objects of a higher feature that wait until the order is paid. The
 * composition root registers the implementation. `lock`, `begin` and `lapse` run in the transaction that changes the
 * order, with the order locked.
 */
export interface OrderSubject {
  /**
   * Locks what waits for the order, before any money is locked (docs/ARCHITECTURE.md, lock order). @returns the number
   * of waiting objects
   */
  lock(db: Client, orderId: string): Promise<number>;
  /** Starts what waits for the order, with a hold for each at the order's price. */
  begin(db: Client, paid: PaidOrder): Promise<void>;
  /** Cancels what waits for the order, which its holder closed or which was not paid in time. */
  lapse(db: Client, lapsed: LapsedOrder): Promise<void>;
  show(db: Client, orderId: string): Promise<ShownSubject>;
}

/** Combines several subjects: an order is for objects of one of them, and the others find nothing that waits for it. */
export const firstOf = (...subjects: readonly OrderSubject[]): OrderSubject => ({
  async lock(db, orderId) {
    let waiting = 0;
    for (const subject of subjects) waiting += await subject.lock(db, orderId);
    return waiting;
  },
  async begin(db, paid) {
    for (const subject of subjects) await subject.begin(db, paid);
  },
  async lapse(db, lapsed) {
    for (const subject of subjects) await subject.lapse(db, lapsed);
  },
  async show(db, orderId) {
    for (const subject of subjects) {
      const shown = await subject.show(db, orderId);
      if (shown.ordered.length > 0) return shown;
    }
    return { ordered: [], batchId: null, chosen: null };
  },
});
