import type { Outside, PaymentProvider } from './payment.ts';

/** Those that are configured, in the order in which they are offered. */
export type Payments = ReadonlyMap<Outside, PaymentProvider>;
