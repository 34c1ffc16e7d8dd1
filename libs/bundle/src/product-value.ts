/** How a value follows from text of the page or of a response. A closed list: readers compute the value again. */
export const productReadings = [
  /** The text, white space collapsed. */
  'text',
  /** A price or number as people write it: `¥1,299.00`, `1.299,00 €`. */
  'amount',
  /** As `amount`; the last part holds the hundredths, without a separator: `1.299` `90`. */
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
  /** A part of the address of the response itself. */
  'address',
] as const;
/** Name of a reading. */
export type ProductReading = (typeof productReadings)[number];

/** Currencies that a symbol may mean; the first is the usual one. */
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

/** Currencies that a text with a price may be in, the usual one first; empty if it names none. */
export function currenciesIn(text: string): readonly string[] {
  const plain = text.normalize('NFKC');
  const code = plain.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((one) => codes.has(one));
  return code ? [code] : (symbols.find(([symbol]) => plain.includes(symbol))?.slice(1) ?? []);
}

/** The text with runs of white space, invisible marks among them, as one space, and none at its ends. */
export const collapsed = (text: string): string => text.replace(/[\s\u00a0\u200b-\u200f\u202f\ufeff]+/gu, ' ').trim();

/** Digits with any separators between them: points, commas, apostrophes, thin and ordinary spaces before three digits. */
const numberPattern = /\d+(?:[.,'’]\d+|[ \u00a0\u202f\u2009]\d{3}(?!\d))*/gu;

/** All numbers in a text, as canonical decimals. */
export function amountsIn(text: string): string[] {
  const plain = text.normalize('NFKC');
  return [...plain.matchAll(numberPattern)].map(([digits]) => decimalOf(digits));
}

/** A separator before exactly three last digits groups; any other last one is the decimal point. */
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
 * Computes a value from the parts of a text; null if they do not yield exactly one.
 * @param address of the response, for links and addresses
 * @param value for `symbol`, which of several currencies is meant
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
      // Three decimals are no price: digits of another size adjoin them.
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

/** The forms in which the text of a response may hold a value: as it is, without JSON's escapes, without HTML's. */
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

/** Whether one of the forms holds every part; a number counts only where no further digit adjoins it. */
export const holdsParts = (forms: readonly string[], parts: readonly string[]): boolean =>
  forms.some((form) => parts.every((part) => holdsPart(form, collapsed(part))));

/** A longer number before a part, or after it; `.00` adds nothing. */
const adjoinsBefore = /\d$|\d[.,]$/;
const adjoinsAfter = /^\d|^,\d{3}(?!\d)|^\.(?!0+(?!\d))\d/;

/** Most pieces of longer numbers that are passed over: hostile text has one at every place. */
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

/** Decodes the text of a response: charset of the header, else of the document's beginning, else UTF-8. */
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
