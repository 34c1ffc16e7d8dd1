const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount as the site does: `¥1,234.50`. */
export const formatYuan = (cents: number): string => `¥${grouped.format(cents / 100)}`;
