import { leaseMs } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Store } from '../../../store/store.ts';
import type { Lease } from '../../evidence/service.ts';

export interface NodeOptions {
  database: Database;
  store: Pick<Store, 'put' | 'remove'>;
  clock: () => Date;
  /** What a capture node shows to be let in. */
  token: string;
  /** Destinations that captures may reach although they are not public. */
  egressAllow: readonly string[];
  /** Hosts under which people reach the service and its replays: no captured page may go there. */
  ownHosts: readonly string[];
  /** Whether there is enough space on disk to begin another capture; else what waits goes on waiting. */
  hasSpace(): Promise<boolean>;
  /** Called in the transaction that ends a lease with a capture worth sealing; what came of it gives `findDelivery`. */
  onDelivered(db: Client, lease: Lease): Promise<void>;
  /** Called in the transaction that gives a lease up: nothing under its place is wanted any more. */
  onDropped(db: Client, lease: Lease): Promise<void>;
}

/** From when on a lease taken or renewed now may go to somebody else. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs);
