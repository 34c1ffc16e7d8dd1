import type { Said } from '@proofkeep/contract';

/** One connection that a captured page made or tried to make: part of the evidence. */
export interface Connection {
  at: string;
  /** As the browser spells it. */
  host: string;
  port: number;
  /** Every address the name resolved to, in the resolver's order; all of them were checked. */
  answers: string[];
  /** The one that was dialled; null when no connection came about. */
  address: string | null;
  verdict: 'allowed' | 'refused' | 'failed';
  /** Null when allowed. */
  why: Said | null;
  /** Through a tunnel all bytes, of plain HTTP those of the body. */
  bytesUp: number;
  bytesDown: number;
  /** To the last byte that passed, or to the refusal. */
  elapsedMs: number;
}
