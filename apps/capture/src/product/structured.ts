import type { ProductFieldName, ProductReading } from '@proofkeep/bundle';
import { valuesAt } from './json-path.ts';

/** Machine-readable data of the page: of its document, or of a response that it fetched. */
export interface DataOfPage {
  kind: 'json-ld' | 'microdata' | 'state';
  name: string;
  /** URL of the response; null for the document. */
  url: string | null;
  json: unknown;
}

/** A field as stated in such data. */
export interface Statement {
  name: ProductFieldName;
  variant: string | null;
  text: string;
  reading: ProductReading;
  at: string;
}

type Thing = Record<string, unknown>;

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const isOf = (thing: Thing, ...types: string[]): boolean =>
  listOf(thing['@type']).some((type) => types.includes(String(type).split('/').at(-1) ?? ''));

/**
 * Returns the statements of schema.org's vocabulary, as JSON-LD or microdata, about the product of the page
 * (schema.org/Product).
 */
export function statementsOfSchema({ kind, json }: DataOfPage): Statement[] {
  if (kind === 'state') return [];
  const things = [
    json,
    ...valuesAt(json, '*'),
    ...valuesAt(json, '@graph.*'),
    ...valuesAt(json, '*.@graph.*'),
    ...valuesAt(json, 'mainEntity'),
  ];
  const product = things.filter(isThing).find((thing) => isOf(thing, 'Product', 'ProductGroup', 'IndividualProduct'));
  return product ? statementsOf(product, kind) : [];
}

function statementsOf(product: Thing, at: string): Statement[] {
  const found: Statement[] = [];
  const add = (
    name: ProductFieldName,
    value: unknown,
    path: string,
    reading: ProductReading,
    variant: string | null = null,
  ) => {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    if (text) found.push({ name, variant, text, reading, at: `${at}: ${path}` });
  };
  const amount = (value: unknown): ProductReading => (/^\d+(\.\d+)?$/.test(String(value)) ? 'number' : 'amount');
  add('title', product.name, 'name', 'text');
  add('productId', product.productID ?? product.sku ?? product.productGroupID ?? product.mpn, 'sku', 'text');
  const [offers, ...others] = listOf(product.offers).filter(isThing);
  const some = listOf(offers?.offers).filter(isThing);
  const single = [offers, ...others].filter((offer): offer is Thing => offer !== undefined && isOf(offer, 'Offer'));
  if (offers && single.length <= 1) {
    const low = offers.lowPrice;
    const high = offers.highPrice;
    const price = offers.price ?? (low === high ? low : undefined);
    add('price', price, 'offers.price', amount(price));
    if (price === undefined) {
      add('priceFrom', low, 'offers.lowPrice', amount(low));
      add('priceTo', high, 'offers.highPrice', amount(high));
    }
    for (const spec of listOf(offers.priceSpecification).filter(isThing)) {
      const isList = /ListPrice|StrikethroughPrice|SRP|MSRP/i.test(String(spec.priceType ?? ''));
      add(isList ? 'listPrice' : 'price', spec.price, 'offers.priceSpecification.price', amount(spec.price));
      add('currency', spec.priceCurrency, 'offers.priceSpecification.priceCurrency', 'symbol');
    }
  }
  const currency = [offers, ...some].find((offer) => offer?.priceCurrency)?.priceCurrency;
  add('currency', currency, 'offers.priceCurrency', 'symbol');
  const seller = offers?.seller;
  add('seller', isThing(seller) ? seller.name : seller, 'offers.seller.name', 'text');
  for (const variant of [...listOf(product.hasVariant), ...(single.length > 1 ? single : some)].filter(isThing)) {
    const [offer] = listOf(variant.offers).filter(isThing);
    const name = variant.name ?? (isThing(variant.itemOffered) ? variant.itemOffered.name : undefined) ?? variant.sku;
    const price = offer?.price ?? variant.price;
    if (typeof name === 'string' && name) add('variantPrice', price, 'hasVariant.offers.price', amount(price), name);
  }
  const rating = isThing(product.aggregateRating) ? product.aggregateRating : {};
  add('rating', rating.ratingValue, 'aggregateRating.ratingValue', 'text');
  add('reviews', rating.reviewCount ?? rating.ratingCount, 'aggregateRating.reviewCount', 'text');
  return found;
}

/** Values of Open Graph and similar `meta` elements (ogp.me). */
export function statementsOfMeta(meta: readonly (readonly [string, string])[]): Statement[] {
  const names: Record<string, [ProductFieldName, ProductReading]> = {
    'product:price:amount': ['price', 'number'],
    'og:price:amount': ['price', 'number'],
    'product:price:currency': ['currency', 'symbol'],
    'og:price:currency': ['currency', 'symbol'],
    'product:retailer_item_id': ['productId', 'text'],
  };
  return meta.flatMap(([property, text]) => {
    const named = names[property];
    return named
      ? [{ name: named[0], variant: null, text: text.trim(), reading: named[1], at: `meta: ${property}` }]
      : [];
  });
}
