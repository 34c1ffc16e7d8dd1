const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '万亿'];

/**
 * An amount as Chinese invoices write it out: `¥1,020.50` is 壹仟零贰拾元伍角整 (Basic norms of payment and settlement, People's
 * Bank of China, annex 1 of the Payment and Settlement Measures).
 * @param cents whole, from 0 to 10^15
 */
export function inWords(cents: number): string {
  const yuan = Math.floor(cents / 100);
  const jiao = Math.floor(cents / 10) % 10;
  const fen = cents % 10;
  const whole = yuan === 0 ? '' : `${wholeInWords(yuan)}元`;
  if (jiao === 0 && fen === 0) return `${whole || '零元'}整`;
  const tenths = jiao > 0 ? `${digits[jiao]}角` : whole ? '零' : '';
  return fen > 0 ? `${whole}${tenths}${digits[fen]}分` : `${whole}${tenths}整`;
}

/** Four digits; zeros between two other digits are written as one 零. */
function wholeInWords(yuan: number): string {
  let words = '';
  let isGap = false;
  for (let group = groups.length - 1; group >= 0; group--) {
    const value = Math.floor(yuan / 10_000 ** group) % 10_000;
    if (value === 0) {
      isGap = words !== '';
      continue;
    }
    if (words && (isGap || value < 1_000)) words += '零';
    words += `${groupInWords(value)}${groups[group]}`;
    isGap = false;
  }
  return words;
}

function groupInWords(value: number): string {
  let words = '';
  let isGap = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      isGap = words !== '';
      continue;
    }
    words += `${isGap ? '零' : ''}${digits[digit]}${places[place]}`;
    isGap = false;
  }
  return words;
}
