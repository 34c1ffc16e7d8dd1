import type { Outside, PaymentProvider } from './payment.ts';

/** Configured providers in the order in which they are offered. */
export type Payments = ReadonlyMap<Outside, PaymentProvider>;
