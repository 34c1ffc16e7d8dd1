import type { Me } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import { maySeeBalance } from '../../http/policy.ts';
import { findBalance } from '../money/service.ts';
import { quotasLeft } from './package-store.ts';

/** What an account has to spend, for who may see it. */
export async function moneyOf(db: Client, caller: Caller, now: Date): Promise<Pick<Me, 'balance' | 'packageQuotas'>> {
  if (!maySeeBalance(caller)) return { balance: null, packageQuotas: null };
  const quotas = await quotasLeft(db, caller.accountId, now);
  return {
    balance: await findBalance(db, caller.accountId),
    packageQuotas: quotas.map(({ service, left }) => ({ service, left })),
  };
}
