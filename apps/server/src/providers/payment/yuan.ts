/** `12.34`, as providers write it that count in yuan. */
export const yuanOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** NaN, which is no amount that was ever asked for, where it is not written so. */
export function centsOf(yuan: string | undefined): number {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan ?? '');
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : Number.NaN;
}
