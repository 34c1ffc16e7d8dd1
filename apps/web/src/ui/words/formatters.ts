import type { Language } from '@proofkeep/contract';

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** `1.50 MB`: two decimals, units of 1,024; `-` if absent. */
export function fileSize(sizeBytes: number | null | undefined): string {
  if (sizeBytes === null || sizeBytes === undefined) return '-';
  let value = sizeBytes;
  let unit = 0;
  // Below 1,024, because 1023.995 KB would round to 1024.00 KB.
  while (unit < units.length - 1 && value >= 1023.995) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${units[unit]}`;
}

const spans = [
  [86_400, '天', 'd'],
  [3_600, '小时', 'h'],
  [60, '分', 'min'],
  [1, '秒', 's'],
] as const;

/** `1 小时 2 分 3 秒`, `1 h 2 min 3 s`; `-` if absent or zero. Truncates fractions of a second. */
export function duration(seconds: number | null | undefined, language: Language): string {
  let rest = Math.floor(seconds ?? 0);
  const parts: string[] = [];
  for (const [length, zh, en] of spans) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${language === 'zh' ? zh : en}`);
  }
  return parts.join(' ') || '-';
}

/** `1,234.50`; `-` if absent. */
export function decimal(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '-';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `¥1,234.50` for 123450 cents; `-` if absent. */
export function amount(amountCents: number | null | undefined): string {
  const text = decimal(amountCents === null || amountCents === undefined ? null : amountCents / 100);
  if (text === '-') return text;
  return text.startsWith('-') ? `-¥${text.slice(1)}` : `¥${text}`;
}

/** Converts an entered yuan amount to whole cents; 0 if empty. */
export const centsOf = (yuan: number | null | undefined): number => Math.round((yuan ?? 0) * 100);

/** Shortens a long id or digest to its first and last characters. */
export function shortId(id: string, kept = 8): string {
  return id.length <= kept * 2 + 1 ? id : `${id.slice(0, kept)}…${id.slice(-kept)}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-20 14:03:22 (UTC+8)`: in the user's time zone, which is named. */
export function moment(at: string | Date): string {
  const time = new Date(at);
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${day} ${clock} (${zone(-time.getTimezoneOffset())})`;
}

function zone(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const size = Math.abs(offsetMinutes);
  const minutes = size % 60 ? `:${two(size % 60)}` : '';
  return `UTC${offsetMinutes > 0 ? '+' : '-'}${Math.floor(size / 60)}${minutes}`;
}

const minuteMs = 60_000;
const agos = [
  [7 * 24 * 60, 24 * 60, '天前', 'd ago'],
  [24 * 60, 60, '小时前', 'h ago'],
  [60, 1, '分钟前', 'min ago'],
] as const;

/** How long before `now` in whole units: `刚刚`, `5 分钟前`, `3 h ago`; from a week on its date, `2026-11-20`. */
export function ago(at: string, now: number, language: Language): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / minuteMs);
  if (minutes >= agos[0][0]) return moment(at).slice(0, 10);
  const unit = agos.findLast(([below, size]) => minutes >= size && minutes < below);
  // Also for a time in the near future, by a clock that differs from the server's.
  if (!unit) return language === 'zh' ? '刚刚' : 'just now';
  const [, size, zh, en] = unit;
  return `${Math.floor(minutes / size)} ${language === 'zh' ? zh : en}`;
}

/**
 * The date 24 hours later (specification §9): `2026-12-01` for `2026-11-30`. A list filtered up to a day ends where the
 * next one begins. Undefined if the text isn't a date.
 */
export function dayAfter(date: string | undefined): string | undefined {
  const start = new Date(`${date}T00:00:00Z`);
  // Some days that don't exist are parsed as later ones.
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return undefined;
  return new Date(start.getTime() + 86_400_000).toISOString().slice(0, 10);
}
