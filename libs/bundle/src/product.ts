import { z } from 'zod';
import { anoPattern, digest, line, size } from './fields.ts';
import { productReadings } from './product-value.ts';

/** Meanings of the fields of a product page. A closed list. */
export const productFields = [
  'productId',
  'title',
  /** The price a buyer would pay, of the variant that the page shows. */
  'price',
  /** If the page states a range instead. */
  'priceFrom',
  'priceTo',
  /** The price before a reduction, usually struck through. */
  'listPrice',
  'variantPrice',
  'currency',
  'shop',
  'seller',
  'licence',
  'sales',
  'rating',
  'reviews',
] as const;
/** Name of a field of a product page. */
export type ProductFieldName = (typeof productFields)[number];

const decimal = z.string().regex(/^\d+(\.\d*[1-9])?$/);
const text = line.min(1).max(2000);
const px = z.int().min(-100_000).max(1_000_000);

/** Pixels of the screenshot, from the page's top left corner. */
export const ProductBox = z.strictObject({ x: px, y: px, width: px.positive(), height: px.positive() });
export type ProductBox = z.infer<typeof ProductBox>;

const reading = z.enum(productReadings);
const parts = z.array(z.string().min(1).max(2000)).min(1).max(20);

/** A response of the network record: its address and the SHA-256 of its payload. */
export const ProductSource = z.strictObject({ url: z.string().min(1), sha256: digest });
export type ProductSource = z.infer<typeof ProductSource>;

/** One fact stated by the page. `shown`, `source` or both state where. */
export const ProductField = z.strictObject({
  name: z.enum(productFields),
  /** The variant of a `variantPrice`; otherwise null. */
  variant: text.nullable(),
  /** Prices and numbers as decimals without trailing zeros. */
  value: text,
  /** The value as displayed on the page; null if it is only in the source. */
  shown: z.strictObject({ parts, reading, box: ProductBox }).nullable(),
  /** The response that contains it; null if it was not found verbatim in the recorded responses. */
  source: ProductSource.extend({ parts, reading, at: line.max(500) }).nullable(),
});
export type ProductField = z.infer<typeof ProductField>;

/** An image of the product; `source` is null if its bytes are not in the network record. */
export const ProductImage = z.strictObject({
  url: z.string().min(1),
  role: z.enum(['gallery', 'detail']),
  box: ProductBox.nullable(),
  source: ProductSource.extend({ size, mediaType: line }).nullable(),
});
export type ProductImage = z.infer<typeof ProductImage>;

/** `data/product.json` is the RFC 8785 form of this value: what a product page stated when it was captured. */
export const ProductRecord = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-product'),
  ano: z.string().regex(anoPattern),
  /** The platform whose page structure was used for reading; `generic`: the site's structure is unknown. */
  platform: z.string().regex(/^[a-z0-9-]{1,40}$/),
  fields: z.array(ProductField).max(2000),
  images: z.array(ProductImage).max(500),
});
export type ProductRecord = z.infer<typeof ProductRecord>;

const prices: ReadonlySet<ProductFieldName> = new Set(['price', 'priceFrom', 'priceTo', 'listPrice', 'variantPrice']);

/** Whether a field holds an amount of money. */
export const isPriceField = (name: ProductFieldName): boolean => prices.has(name);

/** Whether the value has the format required for its field. */
export const isProductValue = ({ name, value, variant }: ProductField): boolean =>
  (!isPriceField(name) || decimal.safeParse(value).success) &&
  (name !== 'currency' || /^[A-Z]{3}$/.test(value)) &&
  (name === 'variantPrice') === (variant !== null);

/** A piece of the page's machine-readable data, unchanged; one entry of `data/structured.json`. */
export const StructuredData = z.object({
  kind: z.enum(['json-ld', 'microdata', 'state']),
  name: z.string(),
  source: ProductSource.nullable(),
  json: z.unknown(),
});
export type StructuredData = z.infer<typeof StructuredData>;
