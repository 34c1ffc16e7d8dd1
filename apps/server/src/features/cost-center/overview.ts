import { accountDay, type costCenterCalls, type InputOf, type Spending, spendingByDayDays } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { maySeeBalance } from '../../http/policy.ts';
import {
  findBalance,
  findLowBalance,
  findQuotas,
  setLowBalance as saveLowBalance,
  spentInMonth,
} from '../money/service.ts';
import { findPeople, findSpendingLimit } from './people-store.ts';
import { findSpending, sumPackages, sumSpending } from './spending-store.ts';

type Calls = typeof costCenterCalls;
type User = Context<'user'>;

export async function costCenter(_input: unknown, context: User) {
  const { db, caller, now } = context;
  return {
    account: maySeeBalance(caller) ? await accountOf(db, caller.accountId, now) : null,
    month: await monthOf(context),
    own: {
      countedCents: await spentInMonth(db, caller.loginId, now),
      limitCents: await findSpendingLimit(db, caller.loginId),
    },
  };
}

/** Whose spending the caller may see. */
const seenBy = (caller: User['caller']) => ({
  accountId: caller.accountId,
  userId: maySeeBalance(caller) ? null : caller.loginId,
});

async function monthOf({ db, caller, now }: User) {
  const to = accountDay(now);
  const wanted = { ...seenBy(caller), from: `${to.slice(0, 7)}-01`, to };
  return { ...(await sumSpending(db, wanted)), packagesCents: await sumPackages(db, wanted) };
}

async function accountOf(db: Client, accountId: string, now: Date) {
  return {
    ...(await findBalance(db, accountId)),
    lowBalanceCents: await findLowBalance(db, accountId),
    quotas: await findQuotas(db, accountId, now),
    people: await findPeople(db, accountId),
  };
}

export async function spending({ from, to }: InputOf<Calls['spending']>, { db, caller }: User): Promise<Spending> {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const by = days < spendingByDayDays ? 'day' : 'month';
  const wanted = { ...seenBy(caller), from, to };
  return {
    from,
    to,
    by,
    ...(await findSpending(db, { ...wanted, by })),
    packagesCents: await sumPackages(db, wanted),
  };
}

export async function setLowBalance({ lowBalanceCents }: InputOf<Calls['setLowBalance']>, context: Context<'main'>) {
  const { db, caller, audit } = context;
  await saveLowBalance(db, caller.accountId, lowBalanceCents);
  audit({ cents: lowBalanceCents ?? 'none' });
  return null;
}
