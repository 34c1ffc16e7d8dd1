/** Orders and how they are paid. */
export { placeServiceOrder } from './orders.ts';
export { creditBankTransfer } from './payments/credit.ts';
export type { OrderRow } from './store.ts';
export type { LapsedOrder, OrderSubject, PaidOrder, ShownSubject } from './subject.ts';
export { firstOf } from './subject.ts';
