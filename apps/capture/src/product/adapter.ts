import type { ProductFieldName, ProductReading } from '@proofkeep/bundle';

/** Where the page shows a field. */
export interface ShownAt {
  /** CSS selector; the first visible match that can be read counts. */
  select: string;
  /** Default: `amount` for prices, else `text`. */
  reading?: ProductReading;
  /** The value of this attribute instead of the text. */
  attribute?: string;
  /** Regular expression; its first group is the value within the text. */
  pattern?: string;
}

/** Where the page's data state a field. */
export interface StatedAt {
  /** See `valuesAt`. */
  path: string;
  /** Default: `number` or `amount` for prices, as the value is written, else `text`. */
  reading?: ProductReading;
}

/** The variants of a product in the page's data. */
export interface VariantsAt {
  /** Path to each variant. */
  each: string;
  /** Paths below a variant; their values form its name. */
  name: readonly string[];
  price: string;
  reading?: ProductReading;
  /**
   * The name is a list `property:value;…` of numbers, which these lists spell out: path to the properties, each with `pid`,
   * `values` and, of each value, `vid` and `name`.
   */
  properties?: string;
  /** Names of the variants are keys of an object at this path: `{"<id>": {price}}`; the key is a variant's id in `each`. */
  prices?: string;
}

/** A sign that a shop shows a wall instead of the product. */
export interface WallSign {
  kind: 'login-wall' | 'challenge';
  /** Regular expression on the final address. */
  address?: string;
  /** An element that is visible. */
  select?: string;
}

/** How the product pages of a platform are built. Data only. */
export interface Adapter {
  platform: string;
  /** Hosts, each with everything below it. */
  hosts: readonly string[];
  /** A selector that a page of this system matches, for systems that many shops use under their own names. */
  system?: string;
  /** Used where a symbol may mean several currencies. */
  currency?: string;
  shown?: Partial<Record<ProductFieldName, readonly (string | ShownAt)[]>>;
  stated?: Partial<Record<ProductFieldName, readonly (string | StatedAt)[]>>;
  /** Regular expression on the address whose first group is the product's id. */
  productIdInAddress?: string;
  variants?: readonly VariantsAt[];
  /** Elements that each hold a variant's name and price. */
  shownVariants?: readonly string[];
  /** Images of the product itself, and of its description. */
  gallery?: string;
  detail?: string;
  walls?: readonly WallSign[];
}
