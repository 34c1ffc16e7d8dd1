import { z } from 'zod';
import { type EventOf, stateTable } from '../state-table.ts';
import { packageKinds, packageStates } from './packages.ts';
import { services } from './services.ts';

/** Whole cents of CNY, never a fraction. */
export const Cents = z.int();

/** A service that is charged for. */
export const Service = z.enum(services);
export type Service = z.infer<typeof Service>;

/** The life cycle of a charge: held when something is ordered, settled when it is accepted, released when it isn't. */
export const chargeStateTable = stateTable({
  states: ['held', 'settled', 'released'],
  initial: ['held'],
  rows: [
    { from: 'held', event: 'settle', to: 'settled', who: 'system', because: 'what was ordered was accepted' },
    {
      from: 'held',
      event: 'release',
      to: 'released',
      who: 'system',
      because: 'it failed, was given up, or a new hold replaced it',
    },
  ],
});
/** State of a charge. */
export const ChargeState = z.enum(chargeStateTable.states);
export type ChargeState = z.infer<typeof ChargeState>;
/** Event that can change the state of a charge. */
export type ChargeEvent = EventOf<typeof chargeStateTable>;

/** Ledger transfers from the customer's side. `payment`: pays an order for services; credited to the balance and held. `stray`: arrived for a closed or paid order; refunded. `waiver`: a balance given up when its account was closed. */
export const transferKinds = [
  'recharge',
  'payment',
  'hold',
  'settlement',
  'release',
  'purchase',
  'refund',
  'stray',
  'waiver',
] as const;
/** Kind of a ledger transfer. */
export const TransferKind = z.enum(transferKinds);
export type TransferKind = z.infer<typeof TransferKind>;

/** Kind of a package. */
export const PackageKind = z.enum(packageKinds);
export type PackageKind = z.infer<typeof PackageKind>;

/** State of a bought package. */
export const PackageState = z.enum(packageStates);
export type PackageState = z.infer<typeof PackageState>;
