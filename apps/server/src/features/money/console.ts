import type { InputOf, moneyCalls, PriceDraft, PriceVersion } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  findDraft,
  findPriceVersion,
  insertPriceList,
  priceVersions,
  putDraft,
  takeDraft,
} from './prices/list-store.ts';
import { findPriceContent } from './prices/prices.ts';
import { findVersionInForce } from './prices/store.ts';

type Calls = typeof moneyCalls;
type Operator = Context<'operator'>;

const mostVersions = 200;
const aheadMs = 366 * 86_400_000;
const notAhead = {
  zh: '生效时间不能早于现在，也不能晚于一年之后',
  en: 'The time must be in the future and within a year',
};

export const consolePrices = async (_input: unknown, { db, now }: Operator) => ({
  list: await priceVersions(db, now, mostVersions),
  draft: await findDraft(db),
});

export async function consolePriceList({ version }: InputOf<Calls['consolePriceList']>, { db, now }: Operator) {
  const found = await findPriceVersion(db, version, now);
  if (!found) throw new Refusal('NOT_FOUND');
  return { ...found, content: await findPriceContent(db, version) };
}

export async function savePriceDraft(
  { revision, content, note }: InputOf<Calls['savePriceDraft']>,
  { db, caller, now, audit }: Operator,
): Promise<PriceDraft> {
  if (!(await putDraft(db, { revision, content, note, staffId: caller.staffId, now })))
    throw new Refusal('CHANGED_MEANWHILE');
  const draft = (await findDraft(db)) as PriceDraft;
  audit({ revision: draft.revision });
  return draft;
}

export async function discardPriceDraft(
  { revision }: InputOf<Calls['discardPriceDraft']>,
  { db, audit }: Operator,
): Promise<null> {
  if (!(await takeDraft(db, revision))) throw new Refusal('CHANGED_MEANWHILE');
  audit({ revision });
  return null;
}

/** Publishes the draft: later holds cost its prices, earlier holds keep theirs. */
export async function publishPrices(
  { revision, present, from }: InputOf<Calls['publishPrices']>,
  context: Operator,
): Promise<PriceVersion> {
  const { db, caller, now, audit, language } = context;
  await requireProof(context);
  const validFrom = from === null ? now : new Date(from);
  const aheadBy = validFrom.getTime() - now.getTime();
  if (aheadBy < 0 || aheadBy > aheadMs)
    throw new Refusal('INPUT_INVALID', { fields: [{ field: 'from', message: notAhead[language] }] });
  const draft = await takeDraft(db, revision);
  // The operator compared the draft with a list other than the one it replaces, so they have not seen the actual
  // changes.
  if (!draft || (await findVersionInForce(db, now)) !== present) throw new Refusal('CHANGED_MEANWHILE');
  const version = await insertPriceList(db, { ...draft, staffId: caller.staffId, validFrom });
  audit({ version, validFrom: validFrom.toISOString() });
  return (await findPriceVersion(db, version, now)) as PriceVersion;
}
