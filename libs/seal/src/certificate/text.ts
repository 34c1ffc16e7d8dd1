/**
 * `2026-11-20 14:03:22 (UTC+8)`: legal time of the People's Republic of China, regardless of the machine's time zone.
 */
export function legalTime(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} (UTC+8)`;
}

/** A number of bytes with separators: `1,234,567`. */
export const byteCount = (bytes: number): string => bytes.toLocaleString('en-US');
