/**
 * How a value follows from text of the page or of a response. A closed list, because verifiers compute the value again.
 */
export const productReadings = [
  /** The text with white space collapsed. */
  'text',
  /** A price or number as people write it: `¥1,299.00`, `1.299,00 €`. */
  'amount',
  /** Like `amount`, but the last part is the hundredths, without a separator: `1.299` `90`. */
  'split',
  /** A number as programs write it: `1299.5`. */
  'number',
  /** A whole number of hundredths. */
  'cents',
  /** A whole number of hundred-thousandths. */
  'hundred-thousandths',
  /** A currency by its symbol or code. */
  'symbol',
  /** A link, resolved against the page's address. */
  'link',
  /** Part of the response's own address. */
  'address',
] as const;
/** Name of a reading. */
export type ProductReading = (typeof productReadings)[number];

/** Currencies that a symbol may stand for, the most common one first. */
const symbols: readonly [symbol: string, ...codes: string[]][] = [
  ['CN¥', 'CNY'],
  ['US$', 'USD'],
  ['R$', 'BRL'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['NT$', 'TWD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['MX$', 'MXN'],
  ['¥', 'CNY', 'JPY'],
  ['元', 'CNY', 'TWD'],
  ['円', 'JPY'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['₹', 'INR'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['đ', 'VND'],
  ['₱', 'PHP'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['kr', 'SEK', 'NOK', 'DKK'],
  ['$', 'USD', 'CAD', 'AUD', 'MXN', 'SGD', 'HKD', 'TWD', 'ARS', 'CLP', 'COP', 'NZD'],
];

const codes = new Set(symbols.flatMap(([, ...some]) => some).concat('CHF', 'AED', 'SAR', 'ZAR', 'PEN', 'UYU'));

/** Currencies that a price text may be in, the most common one first; empty if it names none. */
export function currenciesIn(text: string): readonly string[] {
  const plain = text.normalize('NFKC');
  const code = plain.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((one) => codes.has(one));
  return code ? [code] : (symbols.find(([symbol]) => plain.includes(symbol))?.slice(1) ?? []);
}

/** Replaces each run of white space and invisible marks by one space, and trims the ends. */
export const collapsed = (text: string): string => text.replace(/[\s\u00a0\u200b-\u200f\u202f\ufeff]+/gu, ' ').trim();

/** Digits with any separators between them: points, commas, apostrophes, or (thin) spaces before three digits. */
const numberPattern = /\d+(?:[.,'’]\d+|[ \u00a0\u202f\u2009]\d{3}(?!\d))*/gu;

/** All numbers in a text, as canonical decimals. */
export function amountsIn(text: string): string[] {
  const plain = text.normalize('NFKC');
  return [...plain.matchAll(numberPattern)].map(([digits]) => decimalOf(digits));
}

/** A separator before exactly three final digits separates thousands; any other last separator is the decimal point. */
function decimalOf(digits: string): string {
  const bare = digits.replace(/[ \u00a0\u202f\u2009'’]/gu, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return canonicalDecimal(bare, '');
  const fraction = bare.slice(last + 1);
  const sameBefore = bare.slice(0, last).includes(bare[last] as string);
  const groups = sameBefore || (fraction.length === 3 && !/^0?$/.test(bare.slice(0, last)));
  return groups
    ? canonicalDecimal(bare.replace(/[.,]/g, ''), '')
    : canonicalDecimal(bare.slice(0, last).replace(/[.,]/g, ''), fraction);
}

function scaled(text: string, places: number): string | null {
  const digits = /^\d+$/.exec(text.trim())?.[0].padStart(places + 1, '0');
  return digits ? canonicalDecimal(digits.slice(0, -places), digits.slice(-places)) : null;
}

function canonicalDecimal(whole: string, fraction: string): string {
  const shortened = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${shortened && `.${shortened}`}`;
}

/**
 * Computes a value from the parts of a text; null unless they yield exactly one. @param address of the response, for
 * links and addresses @param value for `symbol`: which of several currencies is meant
 */
export function readProductValue(
  reading: ProductReading,
  parts: readonly string[],
  { address, value }: { address: string; value: string },
): string | null {
  const text = parts.join('');
  switch (reading) {
    case 'text':
      return collapsed(text) || null;
    case 'amount': {
      const [amount, ...more] = amountsIn(text);
      // Three decimals are not a price: they include adjoining digits in another font size.
      return amount !== undefined && more.length === 0 && !/\.\d{3}/.test(amount) ? amount : null;
    }
    case 'split': {
      const [whole, ...more] = amountsIn(parts.slice(0, -1).join(''));
      const cents = /^\s*(\d{2})\s*\D*$/.exec(parts.at(-1) ?? '')?.[1];
      return whole !== undefined && more.length === 0 && cents && !whole.includes('.')
        ? canonicalDecimal(whole, cents)
        : null;
    }
    case 'number': {
      const found = /^(\d+)(?:\.(\d+))?$/.exec(text.trim());
      return found ? canonicalDecimal(found[1] as string, found[2] ?? '') : null;
    }
    case 'cents':
      return scaled(text, 2);
    case 'hundred-thousandths':
      return scaled(text, 5);
    case 'symbol':
      return currenciesIn(text).includes(value) ? value : null;
    case 'link':
      return URL.parse(text.trim(), address)?.href ?? null;
    case 'address':
      return address.includes(text) ? text : null;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', yen: '¥' };

/**
 * The forms in which a response may contain a value: unchanged, with JSON escapes decoded, with HTML escapes decoded.
 */
export function readableForms(text: string): string[] {
  const unescaped = text.replace(/\\u([0-9a-fA-F]{4})|\\(["'/\\nt])/g, (_all, hex: string | undefined, sign: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : sign === 'n' || sign === 't' ? ' ' : sign,
  );
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,5}));/g, (all, ten, hex, name) => {
    const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return entities[name as string] ?? all;
  });
  return [...new Set([text, unescaped, decoded])].map(collapsed);
}

/** Whether one of the forms contains every part; a number must not adjoin further digits. */
export const holdsParts = (forms: readonly string[], parts: readonly string[]): boolean =>
  forms.some((form) => parts.every((part) => holdsPart(form, collapsed(part))));

/** A longer number before or after a part; `.00` is ignored. */
const adjoinsBefore = /\d$|\d[.,]$/;
const adjoinsAfter = /^\d|^,\d{3}(?!\d)|^\.(?!0+(?!\d))\d/;

/** Maximum number of skipped fragments of longer numbers: hostile text has one at every position. */
const mostPieces = 1_000_000;

function holdsPart(form: string, part: string): boolean {
  let left = mostPieces;
  for (let at = form.indexOf(part); at >= 0 && left > 0; at = form.indexOf(part, at + 1), left--) {
    const end = at + part.length;
    const startsWhole = !/^\d/.test(part) || !adjoinsBefore.test(form.slice(Math.max(0, at - 2), at));
    const endsWhole = !/\d$/.test(part) || !adjoinsAfter.test(form.slice(end, end + 12));
    if (startsWhole && endsWhole) return true;
  }
  return false;
}

/** Decodes a response's text with the charset of the header, else of the beginning of the document, else UTF-8. */
export function responseText(bytes: Uint8Array, contentType: string): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const declared =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(beginning)?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
