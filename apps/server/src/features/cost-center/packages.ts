import type { costCenterCalls, InputOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { evidenceSeenBy } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findPackage, findPackages, findProducts, findUses } from './package-store.ts';

type Calls = typeof costCenterCalls;
type User = Context<'user'>;

export async function packages({ kind, state, page, size }: InputOf<Calls['packages']>, { db, caller, now }: User) {
  const { accountId } = caller;
  return {
    forSale: await findProducts(db, kind, now),
    ...(await findPackages(db, { accountId, kind, state, now, page, size })),
  };
}

export const buyNotarizeList = (input: InputOf<Calls['buyNotarizeList']>, context: User) =>
  packages({ ...input, kind: 'notarization' }, context);

/** @throws Refusal NOT_FOUND, also for a package of another account */
export async function onePackage({ packageId, page, size }: InputOf<Calls['package']>, { db, caller, now }: User) {
  const evidence = evidenceSeenBy(caller);
  const found = await findPackage(db, { accountId: caller.accountId, packageId, now });
  if (!found) throw new Refusal('NOT_FOUND');
  return { package: found, uses: await findUses(db, { packageId, evidence, page, size }) };
}
