/** What other features may ask of this one. */
export { sweepLeases } from './ending.ts';
export { findDelivery as deliveryOf } from './store.ts';
