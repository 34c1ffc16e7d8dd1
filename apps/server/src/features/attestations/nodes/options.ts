import { type CaptureFailure, leaseMs } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Vault } from '../../../kit/vault.ts';
import type { Store } from '../../../store/store.ts';
import type { Lease } from '../../evidence/service.ts';

export interface NodeOptions {
  database: Database;
  store: Pick<Store, 'put' | 'remove'>;
  clock: () => Date;
  /** Decrypts signed-in profiles for the capture that uses them. */
  vault: Vault;
  /** The token that capture nodes authenticate with. */
  token: string;
  /** Non-public destinations that captures may reach. */
  egressAllow: readonly string[];
  /** Hosts of the service and its replays, which captures may not reach. */
  ownHosts: readonly string[];
  /** Whether there is enough disk space for another capture; otherwise captures stay queued. */
  hasSpace(): Promise<boolean>;
  /** Between two timestamps of a running live session's recording. */
  stampEveryMs: number;
  /** Receives every fault of the platform with its cause, for the operator's log; users only see its `traceId`. */
  onFault(fault: FaultReport): void;
  /** Called in the transaction that ends a lease with a capture to be sealed; `findDelivery` returns it. */
  onDelivered(db: Client, lease: Lease): Promise<void>;
  /** Called when the newest head of a live session's chain should be timestamped. */
  onHead(db: Client, lease: Lease): Promise<void>;
  /** Called in the transaction that ends the lease of a live session whose recording arrived in part. */
  onLost(db: Client, lease: Lease): Promise<void>;
  /** Called in the transaction that ends a lease without a capture; its files must be removed. */
  onDropped(db: Client, lease: Lease): Promise<void>;
}

/** A fault of the platform during a capture. */
export interface FaultReport {
  traceId: string;
  ano: string;
  node: string;
  code: CaptureFailure;
  /** Message of the node or the service, in English. */
  cause: string;
}

/** When a lease that is granted or renewed now ends. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs);
