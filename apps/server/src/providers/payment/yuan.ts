/** Formats cents as yuan, `12.34`. */
export const yuanOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Parses yuan to cents; NaN, which matches no amount, if malformed. */
export function centsOf(yuan: string | undefined): number {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan ?? '');
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : Number.NaN;
}
