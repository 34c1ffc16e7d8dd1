import type { RefusalCode } from '@proofkeep/contract';
import { DatabaseAway } from '../database/database-away.ts';
import { Refusal } from '../kit/refusal.ts';
import { StoreError } from '../store/store.ts';

/** A dependency is down or full: the operator is alerted, and the client may retry. */
export const outages: ReadonlySet<RefusalCode> = new Set(['DATABASE_AWAY', 'STORE_AWAY', 'STORAGE_FULL']);

const againSeconds = { away: 5, full: 60 };

/** Disk or quota full: file system (errno 3) or PostgreSQL (appendix A, `disk_full`). */
const full: readonly string[] = ['ENOSPC', 'EDQUOT', '53100'];

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

/** @returns undefined if no outage caused the error */
export function outageOf(error: Error): Refusal | undefined {
  const refusal = (code: RefusalCode, seconds: number) => new Refusal(code, { values: { seconds }, cause: error });
  const chain = causesOf(error);
  if (chain.some((one) => full.includes(codeOf(one) ?? ''))) return refusal('STORAGE_FULL', againSeconds.full);
  if (chain.some((one) => one instanceof DatabaseAway)) return refusal('DATABASE_AWAY', againSeconds.away);
  const isStoreAway = chain.some((one) => one instanceof StoreError && one.code === 'STORE_UNAVAILABLE');
  return isStoreAway ? refusal('STORE_AWAY', againSeconds.away) : undefined;
}

const causesOf = (error: unknown): unknown[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);
