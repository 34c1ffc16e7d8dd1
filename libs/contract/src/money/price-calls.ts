import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
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
} from './prices.ts';
import { services } from './services.ts';

const time = z.iso.datetime();

/** As many calls as a form needs that asks with every change of a number. */
const quoting = [{ per: 'login', times: 3_000, seconds: 3_600 }] as const;
const editing = [{ per: 'login', times: 240, seconds: 3_600 }] as const;
const Revision = count.min(0);
const Note = z.string().trim().max(200);

/** Records of the calls about prices. */
export const pricingCalls = {
  quote: call({
    method: 'POST',
    path: '/creditor/price',
    who: 'user',
    summary:
      'What so many of a service would cost now: what packages and balance would give for it, and what is missing.',
    input: z.strictObject({ service: Service, quantity: Quantity }),
    reply: Quote,
    limits: quoting,
  }),
  currentPrices: call({
    method: 'GET',
    path: '/creditor/price/current',
    who: 'public',
    summary: 'The price list in force, with the packages that are for sale.',
    input: nothing,
    reply: z.strictObject({
      version: z.int(),
      validFrom: time,
      prices: z.array(ServicePrice),
      packages: z.array(ListedPackage),
    }),
  }),
  basePrices: call({
    method: 'POST',
    path: '/creditor/base/price',
    who: 'user',
    summary: 'Base prices by service; of all of them where none is named.',
    input: z.strictObject({ services: several(Service, services.length).optional() }),
    reply: z.strictObject({ version: z.int(), list: z.array(ServicePrice) }),
  }),
  tradePrice: call({
    method: 'POST',
    path: '/creditor/trade/price',
    who: 'user',
    summary:
      'The price of several services together: by line what quantity saves and packages give, and what is missing.',
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ service: Service, quantity: Quantity }))
        .min(1)
        .max(services.length)
        .superRefine((lines, context) => {
          for (const at of repeated(lines.map(({ service }) => service)))
            context.addIssue({ code: 'custom', path: [at, 'service'], params: { says: 'each once' } });
        }),
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
    summary: 'The base price of one service, with what it was before, the newest first; at most 100.',
    input: z.strictObject({ service: Service }),
    reply: ServicePrice.extend({
      history: z.array(z.strictObject({ version: z.int(), validFrom: time, tiers: z.array(Tier) })),
    }),
  }),
  consolePrices: call({
    method: 'GET',
    path: '/creditor/console/prices',
    who: 'operator',
    summary: 'The versions of the price list, the newest first, at most 200, and the draft of the next one.',
    input: nothing,
    reply: z.strictObject({ list: z.array(PriceVersion), draft: PriceDraft.nullable() }),
  }),
  consolePriceList: call({
    method: 'GET',
    path: '/creditor/console/prices/{version}',
    who: 'operator',
    summary: 'One version of the price list, whole.',
    input: z.strictObject({ version: count.min(1) }),
    reply: PriceVersion.extend({ content: PriceContent }),
  }),
  savePriceDraft: call({
    method: 'PUT',
    path: '/creditor/console/prices/draft',
    who: 'operator',
    summary: 'Saves the draft of the next price list. `revision` is the one that was edited, 0 where there was none.',
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
      'Puts the draft in force, now or from a time within a year; it is never changed afterwards. `present` is the version it was compared with.',
    input: z.strictObject({ revision: Revision, present: Count.min(1), from: time.nullable() }),
    reply: PriceVersion,
    refusals: ['CHANGED_MEANWHILE', 'PROVE_AGAIN'],
    limits: editing,
    audit: 'prices.published',
  }),
};
