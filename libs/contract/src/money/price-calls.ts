import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { priceNoteLength } from '../shared/limits.ts';
import { Count, count, several } from '../shared/lists.ts';
import { Cents, Service } from './money.ts';
import {
  ListedPackage,
  Means,
  PriceContent,
  PriceDraft,
  PriceVersion,
  Quantity,
  Quote,
  repeated,
  ServicePrice,
  Tier,
  TradeLine,
  Welcome,
} from './prices.ts';
import { services } from './services.ts';

const time = z.iso.datetime();

/** Enough for a form that asks after every change of a quantity. */
const quoting = [{ per: 'login', times: 3_000, seconds: 3_600 }] as const;
const editing = [{ per: 'login', times: 240, seconds: 3_600 }] as const;
const Revision = count.min(0);
const Note = z.string().trim().max(priceNoteLength);

/** A form carries only text: a list of objects is sent as JSON, either whole or one object per field. */
const fromForm = <List extends z.ZodType>(list: List) =>
  z.preprocess((value) => {
    if (typeof value === 'string') return [parsed(value)].flat();
    return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? parsed(one) : one)) : value;
  }, list);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Records of the calls about prices. */
export const moneyCalls = {
  quote: call({
    method: 'POST',
    path: '/creditor/price',
    who: 'user',
    summary: 'Quotes a quantity of a service: what packages and balance would cover, and what is missing.',
    input: z.strictObject({ service: Service, quantity: Quantity }),
    reply: Quote,
    limits: quoting,
  }),
  currentPrices: call({
    method: 'GET',
    path: '/creditor/price/current',
    who: 'public',
    summary: 'Returns the current price list with the packages for sale.',
    input: nothing,
    reply: z.strictObject({
      version: z.int(),
      validFrom: time,
      prices: z.array(ServicePrice),
      packages: z.array(ListedPackage),
      /** Package given to each new account for free; null if the list has none. */
      welcome: Welcome.nullable(),
    }),
  }),
  basePrices: call({
    method: 'POST',
    path: '/creditor/base/price',
    who: 'user',
    summary: 'Returns base prices by service; all services if none is named.',
    input: z.strictObject({ services: several(Service, services.length).optional() }),
    reply: z.strictObject({ version: z.int(), list: z.array(ServicePrice) }),
  }),
  tradePrice: call({
    method: 'POST',
    path: '/creditor/trade/price',
    who: 'user',
    summary:
      'Quotes several services together: volume discount and package coverage per line, and what is missing. A form sends `lines` as JSON text.',
    input: z.strictObject({
      lines: fromForm(
        z
          .array(z.strictObject({ service: Service, quantity: Quantity }))
          .min(1)
          .max(services.length)
          .superRefine((lines, context) => {
            for (const at of repeated(lines.map(({ service }) => service)))
              context.addIssue({ code: 'custom', path: [at, 'service'], params: { says: 'each once' } });
          }),
      ),
    }),
    reply: z.strictObject({
      version: z.int(),
      lines: z.array(TradeLine),
      discountCents: Cents,
      amountCents: Cents,
      ...Means,
    }),
    limits: quoting,
  }),
  basePrice: call({
    method: 'POST',
    path: '/creditor/base/price/info',
    who: 'user',
    summary: 'Returns the base price of one service with its history, newest first, at most 100 entries.',
    input: z.strictObject({ service: Service }),
    reply: ServicePrice.extend({
      history: z.array(z.strictObject({ version: z.int(), validFrom: time, tiers: z.array(Tier) })),
    }),
  }),
  consolePrices: call({
    method: 'GET',
    path: '/creditor/console/prices',
    who: 'operator',
    summary: 'Lists up to 200 versions of the price list, newest first, and the draft of the next one.',
    input: nothing,
    reply: z.strictObject({ list: z.array(PriceVersion), draft: PriceDraft.nullable() }),
  }),
  consolePriceList: call({
    method: 'GET',
    path: '/creditor/console/prices/{version}',
    who: 'operator',
    summary: 'Returns one version of the price list.',
    input: z.strictObject({ version: count.min(1) }),
    reply: PriceVersion.extend({ content: PriceContent }),
  }),
  savePriceDraft: call({
    method: 'PUT',
    path: '/creditor/console/prices/draft',
    who: 'operator',
    summary: 'Saves the draft of the next price list. `revision` is the revision that was edited; 0 for a new draft.',
    input: z.strictObject({ revision: Revision, content: PriceContent, note: Note.default('') }),
    reply: PriceDraft,
    refusals: ['CHANGED_MEANWHILE'],
    limits: editing,
    audit: 'price-draft.saved',
  }),
  discardPriceDraft: call({
    method: 'DELETE',
    path: '/creditor/console/prices/draft',
    who: 'operator',
    summary: 'Discards the draft of the next price list.',
    input: z.strictObject({ revision: Revision }),
    reply: nil,
    refusals: ['CHANGED_MEANWHILE'],
    limits: editing,
    audit: 'price-draft.discarded',
  }),
  publishPrices: call({
    method: 'POST',
    path: '/creditor/console/prices/publish',
    who: 'operator',
    summary:
      "Publishes the draft, now or at a time within a year; it can't be changed afterwards. `present` is the version it was compared with.",
    input: z.strictObject({ revision: Revision, present: Count.min(1), from: time.nullable() }),
    reply: PriceVersion,
    refusals: ['CHANGED_MEANWHILE', 'PROVE_AGAIN'],
    limits: editing,
    audit: 'prices.published',
  }),
};
