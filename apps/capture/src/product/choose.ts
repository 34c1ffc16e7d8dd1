import {
  collapsed,
  currenciesIn,
  isPriceField,
  type ProductFieldName,
  type ProductReading,
  productFields,
  readProductValue,
} from '@proofkeep/bundle';
import type { Adapter } from './adapter.ts';
import { mainPrice, type Seen, seenByWords, seenIn, seenPrices, seenTitle, textOf } from './generic.ts';
import { valuesAt } from './json-path.ts';
import type { Block, PageProduct, PageQuestion } from './page-facts.ts';
import { type DataOfPage, type Statement, statementsOfMeta, statementsOfSchema } from './structured.ts';
import { variantsIn } from './variants.ts';

/**
 * A field with the places where it was found; the responses that state it are looked up when the record is complete.
 */
export interface ChosenField {
  name: ProductFieldName;
  variant: string | null;
  value: string;
  shown: { parts: string[]; reading: ProductReading; box: Block['box'] } | null;
  /** Quotations that a response may contain, best first. */
  quotations: { parts: string[]; reading: ProductReading; at: string; url: string | null }[];
}

interface RuleAt {
  name: ProductFieldName;
  select: string;
  reading?: ProductReading;
  attribute?: string;
  pattern?: string;
}

/** The selectors of an adapter, one rule each, in order. */
function rulesOf({ shown = {} }: Adapter): RuleAt[] {
  return productFields.flatMap((name) =>
    (shown[name] ?? []).map((rule) => ({ name, ...(typeof rule === 'string' ? { select: rule } : rule) })),
  );
}

/** The data requested from the page. */
export function questionFor(adapter: Adapter): PageQuestion {
  const rules = rulesOf(adapter).map(({ select, attribute }) => ({ select, attribute: attribute ?? null }));
  const variants = (adapter.shownVariants ?? []).map((select) => ({ select, attribute: null }));
  return { rules: [...rules, ...variants], gallery: adapter.gallery ?? '', detail: adapter.detail ?? '' };
}

interface Found {
  adapter: Adapter;
  page: PageProduct;
  data: readonly DataOfPage[];
  address: string;
}

/**
 * Chooses each field's value: from the adapter on the page, then from the page's data, then from schema.org's vocabulary,
 * then from the visible text. Visible values take precedence over the page's data.
 */
export function chooseFields(found: Found): ChosenField[] {
  const { page, adapter } = found;
  const seen = seenByAdapter(found);
  const stated = [...statedByAdapter(found), ...found.data.flatMap(statementsOfSchema), ...statementsOfMeta(page.meta)];
  const isKnown = adapter.platform !== 'generic';
  const words = seenByWords(page.blocks);
  const chosen: ChosenField[] = [];
  for (const name of productFields) {
    if (name === 'variantPrice' || name === 'currency') continue;
    const field =
      fromSeen(name, seen.get(name), stated) ??
      (isPriceField(name) ? priceOf(name, found, stated, chosen) : fromStated(name, stated, page.blocks)) ??
      fromSeen(name, name === 'title' ? seenTitle(page.blocks) : words[name], stated) ??
      (name === 'productId' ? idInAddress(found, isKnown) : null);
    if (field) chosen.push(field);
  }
  const currency = currencyOf(chosen, stated, found);
  const prices = chosen.filter(({ name }) => isPriceField(name));
  return [
    ...withoutContradiction(chosen),
    ...(currency && prices.length > 0 ? [currency] : []),
    ...variantsOf(found, stated),
  ];
}

/** Drops a list price that isn't above the price, and a range if a single price is stated. */
function withoutContradiction(fields: ChosenField[]): ChosenField[] {
  const valueOf = (name: ProductFieldName) => Number(fields.find((field) => field.name === name)?.value ?? Number.NaN);
  const price = valueOf('price');
  return fields.filter(({ name, value }) => {
    if (name === 'listPrice') return !(Number(value) <= (Number.isNaN(price) ? valueOf('priceFrom') : price));
    if (name === 'priceFrom' || name === 'priceTo')
      return Number.isNaN(price) && valueOf('priceFrom') < valueOf('priceTo');
    return true;
  });
}

function seenByAdapter({ adapter, page, address }: Found): Map<ProductFieldName, Seen> {
  const seen = new Map<ProductFieldName, Seen>();
  for (const [i, { name, select, reading, pattern, attribute }] of rulesOf(adapter).entries()) {
    if (seen.has(name)) continue;
    for (const { block, attribute: text } of page.matches.filter(({ rule }) => rule === i)) {
      const o = { at: select, ...(reading && { reading }), ...(pattern && { pattern }) };
      const one = attribute === undefined ? block && seenIn(block, name, o) : fromAttribute(text, name, address, o);
      const isOther = one && isPriceField(name) && name !== 'listPrice' && one.block.isStruck;
      if (!one || isOther) continue;
      seen.set(name, one);
      break;
    }
  }
  return seen;
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

function fromAttribute(
  text: string | null,
  name: ProductFieldName,
  address: string,
  o: { at: string; reading?: ProductReading; pattern?: string },
): Seen | null {
  if (!text) return null;
  const block: Block = {
    parts: [text],
    box: nowhere,
    fontPx: 0,
    partPx: [0],
    isStruck: false,
    isAside: false,
    context: '',
    isHeading: false,
  };
  const reading = o.reading ?? 'text';
  if (reading !== 'link') return seenIn(block, name, o);
  const value = readProductValue('link', [text], { address, value: '' });
  return value ? { value, parts: [text], reading, block, at: o.at } : null;
}

function statedByAdapter({ adapter, data }: Found): (Statement & { url: string | null })[] {
  return productFields.flatMap((name) =>
    (adapter.stated?.[name] ?? []).flatMap((rule) => {
      const { path, reading } = typeof rule === 'string' ? { path: rule, reading: undefined } : rule;
      return data.flatMap(({ name: root, url, json }) =>
        valuesAt(json, path).flatMap((value) => {
          const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
          const usual =
            name === 'currency'
              ? 'symbol'
              : !isPriceField(name)
                ? 'text'
                : /^\d+(\.\d+)?$/.test(text)
                  ? 'number'
                  : 'amount';
          return text ? [{ name, variant: null, text, reading: reading ?? usual, at: `${root}: ${path}`, url }] : [];
        }),
      );
    }),
  );
}

type StatedAtUrl = Statement & { url?: string | null };

const valueOf = ({ reading, text }: Statement): string | null =>
  readProductValue(reading, [text], { address: '', value: reading === 'symbol' ? text.toUpperCase() : '' });

const quotationOf = ({ text, reading, at, url = null }: StatedAtUrl) => ({ parts: [text], reading, at, url });

/** The value that the page shows; data with an equal value is quoted first. */
function fromSeen(
  name: ProductFieldName,
  seen: Seen | null | undefined,
  stated: readonly StatedAtUrl[],
): ChosenField | null {
  if (!seen) return null;
  const { value, parts, reading, block, at } = seen;
  const same = stated.filter((one) => one.name === name && one.variant === null && valueOf(one) === value);
  return {
    name,
    variant: null,
    value,
    shown: block.fontPx > 0 ? { parts, reading, box: block.box } : null,
    quotations: [{ parts, reading, at, url: null }, ...same.map(quotationOf)],
  };
}

/** The value stated in the data, with its place on the page if the page shows it. */
function fromStated(
  name: ProductFieldName,
  stated: readonly StatedAtUrl[],
  blocks: readonly Block[],
): ChosenField | null {
  const first = stated.find((one) => one.name === name && one.variant === null && valueOf(one) !== null);
  const value = first && valueOf(first);
  if (!first || !value || value.length > 500) return null;
  return { name, variant: null, value, shown: placeOf(name, value, blocks), quotations: [quotationOf(first)] };
}

function placeOf(name: ProductFieldName, value: string, blocks: readonly Block[]): ChosenField['shown'] {
  const seen = blocks.flatMap((block) => {
    if (block.isStruck !== (name === 'listPrice') && isPriceField(name)) return [];
    if (isPriceField(name)) {
      if (textOf(block).length > 40 || currenciesIn(textOf(block)).length === 0) return [];
      const one = seenIn(block, name, { at: '' });
      return one?.value === value ? [one] : [];
    }
    const text = textOf(block);
    if (text === value) return seenIn(block, name, { at: '' }) ?? [];
    const at = text.indexOf(value);
    const adjoins = /\d/.test(value.at(-1) ?? '') && /\d/.test(text[at + value.length] ?? '');
    return at >= 0 && !adjoins && text.length < 200 && value.length > 1
      ? [{ value, parts: [value], reading: 'text' as const, block, at: '' }]
      : [];
  });
  const [best] = seen.toSorted(
    (a, b) => Number(a.block.isAside) - Number(b.block.isAside) || b.block.fontPx - a.block.fontPx,
  );
  return best && !best.block.isAside ? { parts: best.parts, reading: best.reading, box: best.block.box } : null;
}

/** Prices without an adapter's rule: data counts if the page shows it; otherwise the page's most prominent price. */
function priceOf(
  name: ProductFieldName,
  { page }: Found,
  stated: readonly StatedAtUrl[],
  chosen: readonly ChosenField[],
): ChosenField | null {
  const field = fromStated(name, stated, page.blocks);
  if (field?.shown) return field;
  const has = (other: ProductFieldName) => chosen.some((one) => one.name === other);
  if (name === 'price') return fromSeen('price', mainPrice(page.blocks), stated) ?? field;
  if (name === 'listPrice') {
    const price = Number(chosen.find((one) => one.name === 'price')?.value ?? Number.NaN);
    const near = chosen.find((one) => one.name === 'price')?.shown?.box;
    const struck = seenPrices(page.blocks).struck.filter(
      ({ value, block }) => Number(value) > price && near && Math.abs(block.box.y - near.y) < 200,
    );
    return new Set(struck.map(({ value }) => value)).size === 1 ? fromSeen('listPrice', struck[0], stated) : field;
  }
  return has('price') ? null : field;
}

function idInAddress({ adapter, address }: Found, isKnown: boolean): ChosenField | null {
  const pattern = adapter.productIdInAddress ?? (isKnown ? undefined : genericId);
  const id = pattern === undefined ? undefined : new RegExp(pattern).exec(address)?.slice(1).find(Boolean);
  if (!id) return null;
  const quotation = { parts: [id], reading: 'address' as const, at: 'address', url: address };
  return { name: 'productId', variant: null, value: id, shown: null, quotations: [quotation] };
}

const genericId = String.raw`[?&](?:id|item_?id|goods_?id|product_?id|sku)=([\w-]{3,})|/(?:p|dp|item|items|product|products|goods|pd|ip)/(?:[^/?#]*/)?(\d{4,})|[-/_.](\d{6,})(?:\.html?)?(?:[?#]|$)`;

/** Currencies by domain ending, for symbols that several currencies share. */
const ofEnding: Record<string, string> = {
  cn: 'CNY',
  jp: 'JPY',
  au: 'AUD',
  ca: 'CAD',
  mx: 'MXN',
  sg: 'SGD',
  hk: 'HKD',
  tw: 'TWD',
  ar: 'ARS',
  cl: 'CLP',
  co: 'COP',
  nz: 'NZD',
  se: 'SEK',
  no: 'NOK',
  dk: 'DKK',
};

function currencyOf(
  chosen: readonly ChosenField[],
  stated: readonly StatedAtUrl[],
  { adapter, page, address }: Found,
): ChosenField | null {
  const known = stated.find(({ name, text }) => name === 'currency' && /^[A-Z]{3}$/.test(text.toUpperCase()));
  const places = chosen.flatMap(({ name, shown }) => (isPriceField(name) && shown ? [shown] : []));
  const shown =
    places.find(({ parts }) => currenciesIn(parts.join('')).length > 0) ?? symbolBeside(places, page.blocks);
  const options = shown ? currenciesIn(shown.parts.join('')) : [];
  const statedCode = known?.text.toUpperCase();
  const ending = ofEnding[URL.parse(address)?.hostname.split('.').at(-1) ?? ''];
  const isJapanese = page.blocks.some(({ parts }) => /[\u3040-\u30ff]/.test(parts.join('')));
  const preferred = [statedCode, adapter.currency, ending, isJapanese ? 'JPY' : undefined, options[0]];
  const value = options.length > 0 ? preferred.find((one) => one && options.includes(one)) : statedCode;
  if (!value) return null;
  return {
    name: 'currency',
    variant: null,
    value,
    shown: shown ? { parts: shown.parts, reading: 'symbol', box: shown.box } : null,
    quotations: [
      ...(known && statedCode === value ? [quotationOf(known)] : []),
      ...(shown ? [{ parts: shown.parts, reading: 'symbol' as const, at: 'text', url: null }] : []),
    ],
  };
}

/** A currency symbol in a separate element, on the line of a price and next to it. */
function symbolBeside(prices: readonly Pick<Seen['block'], 'box'>[], blocks: readonly Block[]) {
  const isBeside = (a: Block['box'], b: Block['box']) =>
    a.y < b.y + b.height && b.y < a.y + a.height && Math.max(a.x - b.x - b.width, b.x - a.x - a.width) < 40;
  const symbol = blocks.find(
    (block) =>
      !block.isAside &&
      textOf(block).length <= 4 &&
      currenciesIn(textOf(block)).length > 0 &&
      prices.some(({ box }) => isBeside(block.box, box)),
  );
  return symbol && { parts: symbol.parts, box: symbol.box };
}

/** Variants with their prices; each name once. */
function variantsOf(found: Found, stated: readonly StatedAtUrl[]): ChosenField[] {
  const { adapter, page, data } = found;
  const fromRules = (adapter.variants ?? []).flatMap((rule) =>
    data.flatMap(({ json, name, url }) =>
      variantsIn(json, rule).map((one) => ({
        ...one,
        name: 'variantPrice' as const,
        at: `${name}: ${rule.each}`,
        url,
      })),
    ),
  );
  const statements = fromRules.length > 0 ? fromRules : stated.filter(({ name }) => name === 'variantPrice');
  const seen = seenVariants(found);
  const byName = new Map<string, ChosenField>();
  for (const one of statements) {
    const value = valueOf(one);
    const variant = collapsed(one.variant ?? '');
    if (!value || !variant || byName.has(variant)) continue;
    byName.set(variant, {
      name: 'variantPrice',
      variant,
      value,
      shown: seen.get(variant)?.shown ?? null,
      quotations: [quotationOf(one)],
    });
  }
  if (byName.size > 0)
    return [...byName.values()].map((field) =>
      field.shown && seen.get(field.variant ?? '')?.value !== field.value ? { ...field, shown: null } : field,
    );
  return page.blocks.length > 0 ? [...seen.values()] : [];
}

/** Variants that the page shows with their prices: the text before the currency is the name. */
function seenVariants({ adapter, page }: Found): Map<string, ChosenField> {
  const first = rulesOf(adapter).length;
  const byName = new Map<string, ChosenField>();
  for (const { rule, block } of page.matches) {
    if (rule < first || !block) continue;
    const at = block.parts.findIndex((part) => currenciesIn(part).length > 0 || /^\s*\d[\d.,]*\s*$/.test(part));
    if (at < 1) continue;
    const variant = collapsed(block.parts.slice(0, at).join(''));
    const price = { ...block, parts: block.parts.slice(at), partPx: block.partPx.slice(at) };
    const seen = seenIn(price, 'variantPrice', { at: adapter.shownVariants?.[rule - first] ?? '' });
    if (!seen || !variant || byName.has(variant)) continue;
    const { value, parts, reading } = seen;
    const shown = { parts, reading, box: block.box };
    byName.set(variant, {
      name: 'variantPrice',
      variant,
      value,
      shown,
      quotations: [{ parts, reading, at: seen.at, url: null }],
    });
  }
  return byName;
}
