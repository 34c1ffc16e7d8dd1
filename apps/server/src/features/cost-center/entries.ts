import {
  accountDay,
  type BalanceEntry,
  type Bytes,
  type costCenterCalls,
  countedTo,
  exportedEntries,
  type InputOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { evidenceSeenBy, maySeeBalance } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { writeSheet } from '../../spreadsheet/write.ts';
import { countEntries, type EntriesWanted, findEntries } from './entry-store.ts';
import { sheetOf } from './sheet.ts';

type Calls = typeof costCenterCalls;
type User = Context<'user'>;
type Filter = InputOf<Calls['exportEntries']>;

/** Null if the caller filters by a login that they may not see: nothing is found. */
function wantedOf({ userId, ...filter }: Filter, { caller }: User): EntriesWanted | null {
  const { accountId, loginId } = caller;
  const evidence = evidenceSeenBy(caller);
  if (maySeeBalance(caller)) return { ...filter, userId, accountId, evidence };
  return userId === undefined || userId === loginId ? { ...filter, userId: loginId, accountId, evidence } : null;
}

/** Hides the balance, which belongs to the account. */
const seenBy = ({ caller }: User, entries: BalanceEntry[]): BalanceEntry[] =>
  maySeeBalance(caller) ? entries : entries.map((entry) => ({ ...entry, balanceCents: null }));

export async function entries({ page, size, ...filter }: InputOf<Calls['entries']>, context: User) {
  const wanted = wantedOf(filter, context);
  if (!wanted) return { list: [], total: 0, canExport: true };
  const { db } = context;
  const found = await findEntries(db, wanted, { limit: size, offset: (page - 1) * size });
  const bound = countedTo({ page, size });
  const total = await countEntries(db, wanted, bound);
  const whole = total < bound ? total : await countEntries(db, wanted, exportedEntries + 1);
  return { list: seenBy(context, found), total, canExport: whole <= exportedEntries };
}

/** Written before the transaction that records the export: a long file takes seconds. */
export const exportEntries = {
  async prepare(filter: Filter, context: User): Promise<Bytes & { count: number }> {
    const found = seenBy(context, await allEntries(context.db, wantedOf(filter, context)));
    const { language, now } = context;
    const body = await writeSheet(sheetOf(found, { language, hasBalance: maySeeBalance(context.caller) }));
    const fileName = `${language === 'zh' ? '账户明细' : 'Transactions'} ${accountDay(now)}.xlsx`;
    return { body, sizeBytes: body.length, fileName, count: found.length };
  },
  async change(_filter: Filter, { audit }: User, { count, ...file }: Bytes & { count: number }): Promise<Bytes> {
    audit({ entries: count });
    return file;
  },
};

/** @throws Refusal EXPORT_TOO_LARGE */
async function allEntries(db: Client, wanted: EntriesWanted | null): Promise<BalanceEntry[]> {
  const found = wanted ? await findEntries(db, wanted, { limit: exportedEntries + 1 }) : [];
  if (found.length > exportedEntries) throw new Refusal('EXPORT_TOO_LARGE', { values: { max: exportedEntries } });
  return found;
}
