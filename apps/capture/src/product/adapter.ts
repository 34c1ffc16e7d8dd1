import type { ProductFieldName, ProductReading } from '@proofkeep/bundle';
import { type ShopPlatform, shopUrls } from '@proofkeep/contract';

/** Where the page shows a field. */
export interface ShownAt {
  /** CSS selector; the first visible match that can be parsed is used. */
  select: string;
  /** Default: `amount` for prices, otherwise `text`. */
  reading?: ProductReading;
  /** Reads this attribute instead of the text. */
  attribute?: string;
  /** Regular expression; its first group is the value within the text. */
  pattern?: string;
}

/** Where the page's data states a field. */
export interface StatedAt {
  /** See `valuesAt`. */
  path: string;
  /** Default: `number` or `amount` for prices, depending on the notation, otherwise `text`. */
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
   * The name is a list `property:value;…` of numbers, resolved by these lists: path to the properties, each with `pid`,
   * `values` and, for each value, `vid` and `name`.
   */
  properties?: string;
  /** Path to an object keyed by variant id, `{"<id>": {price}}`; the key equals a variant's id in `each`. */
  prices?: string;
}

/** A sign that a shop shows a wall instead of the product. */
export interface WallSign {
  kind: 'login-wall' | 'challenge';
  /** Regular expression on the final URL. */
  address?: string;
  /** An element that is visible. */
  select?: string;
}

/** How the product pages of a platform are built. Data only. */
export interface Adapter {
  platform: string;
  /** Hosts, each including its subdomains. */
  hosts: readonly string[];
  /** A selector that a page of this system matches, for systems that many shops use under their own names. */
  system?: string;
  /** Used where a symbol may mean several currencies. */
  currency?: string;
  shown?: Partial<Record<ProductFieldName, readonly (string | ShownAt)[]>>;
  stated?: Partial<Record<ProductFieldName, readonly (string | StatedAt)[]>>;
  /** Regular expression on the URL whose first group that takes part is the product's id. */
  productIdInAddress?: string;
  variants?: readonly VariantsAt[];
  /** Elements that each hold a variant's name and price. */
  shownVariants?: readonly string[];
  /** Images of the product itself, and of its description. */
  gallery?: string;
  detail?: string;
  walls?: readonly WallSign[];
}

/** Platform, hosts and product URLs of a shop, as the whole product knows them. */
export function addressesOf(
  platform: ShopPlatform,
): Pick<Adapter, 'platform' | 'hosts'> & { productIdInAddress?: string } {
  const { hosts, product } = shopUrls[platform];
  return { platform, hosts, ...(product !== undefined && { productIdInAddress: product }) };
}
