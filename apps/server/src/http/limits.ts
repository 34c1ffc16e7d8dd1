import type { Call, Limit } from '@proofkeep/contract';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { networksOf } from './networks.ts';

export interface Limiter {
  /**
   * Counts a call before it runs, so that concurrent calls can't exceed a limit.
   * @returns a function to call on success: it gives back what limits on failures counted
   * @throws Refusal TOO_MANY if a limit of the call is exceeded
   */
  count(
    call: Pick<Call, 'path' | 'limits'>,
    by: { address: string; login: string | undefined },
  ): Promise<() => Promise<void>>;
}

/** A /48 may serve many customers; an IPv4 address or a /64 serves one. */
const widerTimes = 4;

/** Counts in the database, so that all servers share the counters, and outside of the call's transaction. */
export function createLimiter(database: Database): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ times, seconds }: Pick<Limit, 'times' | 'seconds'>) => {
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
    async count(call, by) {
      const failures: (() => Promise<unknown>)[] = [];
      for (const limit of call.limits ?? []) {
        for (const { key, times } of countedBy(limit, by)) {
          const limiter = limiterOf({ times, seconds: limit.seconds });
          const counted = `${limit.together ?? call.path} ${key}`;
          await consume(limiter, counted);
          if (limit.of === 'failures') failures.push(() => limiter.reward(counted));
        }
      }
      return async () => {
        for (const giveBack of failures) await giveBack();
      };
    },
  };
}

function countedBy(limit: Limit, { address, login }: { address: string; login: string | undefined }) {
  if (limit.per === 'login' && login !== undefined) return [{ key: login, times: limit.times }];
  const [narrowest, wider] = networksOf(address);
  return [
    { key: narrowest, times: limit.times },
    ...(wider === undefined ? [] : [{ key: wider, times: limit.times * widerTimes }]),
  ];
}

/** @throws Refusal TOO_MANY */
async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new Refusal('TOO_MANY', { values: { seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) } });
  }
}
