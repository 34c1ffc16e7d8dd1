import { describe, expect, it, vi } from 'vitest';
import { ago, amount, dayAfter, decimal, duration, fileSize, moment, shortId } from './formatters.ts';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [1_048_575, '1.00 MB'],
    [1_572_864, '1.50 MB'],
    [5 * 1024 ** 4, '5120.00 GB'],
  ])('format %i bytes as %s', (sizeBytes, text) => {
    expect(fileSize(sizeBytes)).toBe(text);
  });

  it('are a dash if unknown', () => {
    expect(fileSize(null)).toBe('-');
  });
});

describe('durations', () => {
  it.each([
    [0, '-', '-'],
    [0.9, '-', '-'],
    [59.9, '59 秒', '59 s'],
    [3_723, '1 小时 2 分 3 秒', '1 h 2 min 3 s'],
    [90_000, '1 天 1 小时', '1 d 1 h'],
  ])('format %d seconds in both languages', (seconds, zh, en) => {
    expect([duration(seconds, 'zh'), duration(seconds, 'en')]).toEqual([zh, en]);
  });
});

describe('numbers', () => {
  it.each([
    [1234.5, '1,234.50'],
    [0, '0.00'],
    [undefined, '-'],
    [Number.NaN, '-'],
  ])('%s is formatted as %s', (value, text) => {
    expect(decimal(value)).toBe(text);
  });

  it.each([
    [123_450, '¥1,234.50'],
    [-5, '-¥0.05'],
    [0, '¥0.00'],
    [null, '-'],
  ])('%s cents are formatted as %s', (amountCents, text) => {
    expect(amount(amountCents)).toBe(text);
  });
});

describe('ids', () => {
  it('are shortened in the middle if long', () => {
    expect(shortId('0123456789abcdef0123', 4)).toBe('0123…0123');
  });

  it('are not shortened if that saves nothing', () => {
    expect(shortId('012345678', 4)).toBe('012345678');
  });
});

describe('times', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-20 14:03:22 (UTC+8)'],
    ['America/St_Johns', '2026-11-20 02:33:22 (UTC-3:30)'],
    ['UTC', '2026-11-20 06:03:22 (UTC)'],
  ])('name their time zone: %s', (zone, text) => {
    vi.stubEnv('TZ', zone);

    expect(moment('2026-11-20T06:03:22Z')).toBe(text);

    vi.unstubAllEnvs();
  });
});

describe('times in lists', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const before = (ms: number) => new Date(now - ms).toISOString();
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

  it.each([
    [-20_000, '刚刚', 'just now'],
    [59_999, '刚刚', 'just now'],
    [minute, '1 分钟前', '1 min ago'],
    [hour - 1, '59 分钟前', '59 min ago'],
    [hour, '1 小时前', '1 h ago'],
    [day - 1, '23 小时前', '23 h ago'],
    [day, '1 天前', '1 d ago'],
    [7 * day - 1, '6 天前', '6 d ago'],
  ])('of %i ms before are relative', (ms, zh, en) => {
    expect([ago(before(ms), now, 'zh'), ago(before(ms), now, 'en')]).toEqual([zh, en]);
  });

  it('are the date from a week on', () => {
    expect(ago(before(8 * day), now, 'en')).toMatch(/^2026-11-(19|20|21)$/);
  });
});

describe('the date helper', () => {
  it.each([
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-02-30', undefined],
    ['yesterday', undefined],
    [undefined, undefined],
  ])('shifts %s by 24 hours, to %s', (date, shifted) => {
    expect(dayAfter(date)).toBe(shifted);
  });
});
