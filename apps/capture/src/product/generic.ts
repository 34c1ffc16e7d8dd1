import {
  collapsed,
  currenciesIn,
  isPriceField,
  type ProductFieldName,
  type ProductReading,
  readProductValue,
} from '@proofkeep/bundle';
import type { Block } from './page-facts.ts';

/** A value as the page shows it. */
export interface Seen {
  value: string;
  parts: string[];
  reading: ProductReading;
  block: Block;
  at: string;
}

export const textOf = (block: Block): string => collapsed(block.parts.join(''));

/** How to parse the price in a block: hundredths without a separator are smaller than the preceding digits. */
function amountReading({ parts, partPx }: Block): ProductReading {
  const last = parts.length - 1;
  const isSmaller = (partPx[last] ?? 0) < 0.8 * Math.max(0, ...partPx.slice(0, last));
  const isHundredths = /^\s*\d{2}\s*$/.test(parts[last] ?? '') && /\d\s*$/.test(parts[last - 1] ?? '');
  return isSmaller && isHundredths ? 'split' : 'amount';
}

/** Parses a block as a field; null if it contains no such value. */
export function seenIn(
  block: Block,
  name: ProductFieldName,
  o: { at: string; reading?: ProductReading; pattern?: string },
): Seen | null {
  const text = textOf(block);
  const reading = o.reading ?? (isPriceField(name) ? amountReading(block) : 'text');
  const parts =
    o.pattern === undefined
      ? block.parts
      : [new RegExp(o.pattern, 'iu').exec(text)?.slice(1).find(Boolean)?.trim() ?? ''];
  if (parts.every((part) => part.trim() === '')) return null;
  const value = readProductValue(reading, parts, { address: '', value: '' });
  return value && value.length <= 500
    ? { value, parts: parts.filter((part) => part.trim() !== ''), reading, block, at: o.at }
    : null;
}

/** Words that mark amounts other than the price: instalments, coupons, shipping, deposits, lower bounds, points. */
const notThePrice =
  /\/\s*(mo|mes|mois|month|月)|per month|monthly|installment|instalment|\d\s*x\s*(de\s*)?[R$€£]|sem juros|sin inter|分期|期免息|每期|coupon|券|voucher|off\b|save|saving|立减|已省|共省|满\s*\d|运费|shipping|delivery|freight|freteg?|envío|versand|lieferung|配送|定金|deposit|\bfrom\b|起$|points?\b|积分|deal ends|trade-?in|以旧换新|per (100|kg|unit)|\/\s*(100|kg|g|ml|l)\b|warranty|protection|insurance|赠|starting at|as low as|ab\s+\d/i;

const titleOf = (blocks: readonly Block[]): Block | undefined =>
  blocks.find(({ isHeading, isAside, parts }) => isHeading && !isAside && parts.join('').trim().length > 3);

/** The heading of the page. */
export function seenTitle(blocks: readonly Block[]): Seen | null {
  const heading = titleOf(blocks);
  return heading ? seenIn(heading, 'title', { at: 'h1' }) : null;
}

/** The prices shown around the page's heading, most prominent first. */
export function seenPrices(blocks: readonly Block[]): { prices: Seen[]; struck: Seen[] } {
  const top = titleOf(blocks)?.box.y ?? 0;
  const candidates = blocks.flatMap((block) => {
    const text = textOf(block);
    if (block.isAside || text.length > 40 || currenciesIn(text).length === 0) return [];
    if (block.box.y < top - 500 || block.box.y > top + 1_200) return [];
    const seen = seenIn(block, 'price', { at: 'text' });
    return seen ? [seen] : [];
  });
  const isOther = ({ block }: Seen) => notThePrice.test(block.context.length > 80 ? textOf(block) : block.context);
  const prices = candidates
    .filter((seen) => !seen.block.isStruck && !notThePrice.test(textOf(seen.block)))
    .toSorted((a, b) => b.block.fontPx - a.block.fontPx || Number(isOther(a)) - Number(isOther(b)));
  return { prices, struck: candidates.filter(({ block }) => block.isStruck) };
}

/** The most prominent price of a page; null unless it is larger than every other amount near the heading. */
export function mainPrice(blocks: readonly Block[]): Seen | null {
  const { prices } = seenPrices(blocks);
  const [first] = prices;
  if (!first) return null;
  const rivals = prices.filter(
    ({ block, value }) => value !== first.value && block.fontPx >= first.block.fontPx * 0.95,
  );
  return rivals.length === 0 ? first : null;
}

const count = String.raw`[\d.,]+\s*(?:万|[kKmM]|mil)?\+?`;
const patterns: readonly [ProductFieldName, string][] = [
  [
    'sales',
    String.raw`(?:已售|已抢|月销|总销量|销量|累计售出|sold|vendidos?)\s*[:：]?\s*(${count})|(${count})\s*(?:件|人|个)?\s*(?:已售|已购买|人付款|人已买|sold\b|vendidos?|bought|terjual|ขายแล้ว)`,
  ],
  [
    'reviews',
    String.raw`(${count})\s*(?:条|个)?\s*(?:全球)?(?:商品)?(?:评价|评论|customer reviews?|reviews?|ratings?|avaliações|opiniones|Bewertungen|avis|レビュー)|(?:累计评价|商品评价|用户评价|全部评价|评价|评论|reviews?|ratings?)\s*[(（:：]\s*(${count})`,
  ],
  [
    'rating',
    String.raw`(?<![\d.])([0-5][.,]\d{1,2})\s*(?:/\s*5|out of 5|分|stars?|von 5|sur 5|★)|(?:评分|rating)\s*[:：]?\s*([0-5][.,]\d{1,2})`,
  ],
  [
    'seller',
    String.raw`(?:ships? from and sold by|sold (?:and shipped )?by|vendido por|verkauf durch|seller|卖家|商家|销售方)\s*[:：]?\s+?([^\n|·]{2,60})$|(?:卖家|商家|销售方)[:：]\s*([^\n|·]{2,60})$`,
  ],
  ['shop', String.raw`(?:店铺|shop|store)\s*[:：]\s*([^\n|·]{2,60})$`],
  [
    'productId',
    String.raw`(?:商品编号|商品编码|商品货号|item (?:number|no\.?|id)|SKU|product id|artikelnummer|model no\.?)\s*[:：#]?\s*([A-Za-z0-9][A-Za-z0-9._-]{3,30})(?![\w])`,
  ],
];

/** Numbers and names shown beside common words, such as “2,000+ sold”. */
export function seenByWords(blocks: readonly Block[]): Partial<Record<ProductFieldName, Seen>> {
  const found: Partial<Record<ProductFieldName, Seen>> = {};
  for (const [name, pattern] of patterns)
    for (const block of blocks) {
      if (found[name] || block.isAside || textOf(block).length > 90) continue;
      const seen = seenIn(block, name, { at: 'text', pattern });
      if (seen) found[name] = seen;
    }
  return found;
}
