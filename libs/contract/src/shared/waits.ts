import type { Language } from './language.ts';

const minute = 60;
const hour = 3_600;

const units = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/**
 * A waiting time in words, rounded up: in seconds below a minute and a half, in minutes below two hours, then in hours.
 * `12 minutes`, `12 分钟`.
 */
export function waitIn(seconds: number, language: Language): string {
  const isChinese = language === 'zh';
  if (seconds < 1.5 * minute) return isChinese ? `${seconds} 秒` : units(seconds, 'second');
  if (seconds < 2 * hour) {
    const minutes = Math.ceil(seconds / minute);
    return isChinese ? `${minutes} 分钟` : units(minutes, 'minute');
  }
  const hours = Math.ceil(seconds / hour);
  return isChinese ? `${hours} 小时` : units(hours, 'hour');
}
