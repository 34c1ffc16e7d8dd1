import type { Me } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import { maySeeBalance } from '../../http/policy.ts';
import { findBalance } from './ledger/store.ts';
import { findQuotas } from './packages/quota-store.ts';

/** An account's balance and package quotas; nulls for a caller who may not see them. */
export async function findFunds(db: Client, caller: Caller, now: Date): Promise<Pick<Me, 'balance' | 'packageQuotas'>> {
  if (!maySeeBalance(caller)) return { balance: null, packageQuotas: null };
  const quotas = await findQuotas(db, caller.accountId, now);
  return {
    balance: await findBalance(db, caller.accountId),
    packageQuotas: quotas.map(({ service, left }) => ({ service, left })),
  };
}
