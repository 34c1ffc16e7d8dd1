import type { LiveEnd, SessionDownload, SessionSnapshot, VisitedPage } from '@proofkeep/contract';
import type { NetworkParts } from './network-parts.ts';

/** How a live session ended. */
export interface Ended {
  because: LiveEnd;
  durationMs: number;
}

/** Data of a live session for later steps and the report. */
export interface SessionRecord {
  readonly recording: {
    readonly startedAt: Date;
    readonly head: string;
    readonly counts: { readonly frames: number; readonly events: number; readonly chunks: number };
  };
  readonly pages: VisitedPage[];
  /** Number of visits that `pages` doesn't list. */
  readonly morePages: number;
  readonly downloads: SessionDownload[];
  readonly snapshots: SessionSnapshot[];
  /** Contents of masked fields; never written anywhere. */
  readonly secrets: ReadonlySet<string>;
  /** Number of typed texts that the record has masked. */
  readonly masked: number;
  /** Whether credentials stay in the network record. */
  readonly isFull: boolean;
  readonly network: Pick<NetworkParts, 'finish' | 'endConnections'>;
  /** Ends the connection to the user. */
  close(): void;
}
