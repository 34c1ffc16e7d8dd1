const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `¥1,234.50`, as the site writes it. */
export const written = (cents: number): string => `¥${grouped.format(cents / 100)}`;
