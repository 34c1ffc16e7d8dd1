/** The digits of an amount as typed with any keyboard: full-width characters, `。` for the point, separators, a sign. */
export const typedYuan = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[\s,¥元]/g, '');

/** Whether an amount in yuan has no fraction of a cent. */
export const hasWholeCents = (yuan: number): boolean => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-4;
