import type { Message } from '@proofkeep/contract';

/** One connection that a captured page made or tried to make: part of the evidence. */
export interface Connection {
  at: string;
  /** In the browser's spelling. */
  host: string;
  port: number;
  /** Every address the name resolved to, in the resolver's order; each one was checked. */
  answers: string[];
  /** The address that was dialled; null if no connection was made. */
  address: string | null;
  verdict: 'allowed' | 'refused' | 'failed';
  /** Null when allowed. */
  why: Message | null;
  /** All bytes of a tunnel; only the bytes of bodies for plain HTTP. */
  bytesUp: number;
  bytesDown: number;
  /** Until the last byte, or until the refusal. */
  elapsedMs: number;
}
