import type { Call, Limit } from '@proofkeep/contract';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { Refusal } from './refusal.ts';

export interface Limiter {
  /** @throws Refusal TOO_MANY when a limit of the call is passed. */
  count(call: Pick<Call, 'path' | 'limits'>, by: { address: string; login: string | undefined }): Promise<void>;
}

/** Counts in the database, so that several servers count together, and outside of the call's transaction. */
export function createLimiter(database: Database): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ times, seconds }: Limit) => {
    const name = `${times}/${seconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: { query: (query: never) => database.pool.query(query) },
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: times,
      duration: seconds,
    });
    limiters.set(name, made);
    return made;
  };

  return {
    async count(call, { address, login }) {
      for (const limit of call.limits ?? []) {
        const who = { address, login }[limit.per] ?? address;
        try {
          await limiterOf(limit).consume(`${call.path} ${who}`);
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          throw new Refusal('TOO_MANY', { values: { seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) } });
        }
      }
    },
  };
}
