import type { Language, SessionSlot } from '@proofkeep/contract';

const zone = 'Asia/Shanghai';

/** The day of an instant in China, `YYYY-MM-DD`. */
export const chinaDay = (at: string): string =>
  new Date(at).toLocaleDateString('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** `09:00`, in China. */
export const clock = (at: string): string =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

/** `09:00–09:45`, in China. */
export const spanText = (startsAt: string, endsAt: string): string => `${clock(startsAt)}–${clock(endsAt)}`;

/** `11月24日 周二`, `Tue 24 Nov`. @param day `YYYY-MM-DD` */
export function dayText(day: string, language: Language): string {
  const noon = new Date(`${day}T12:00:00Z`);
  if (language === 'zh') {
    const weekday = noon.toLocaleDateString('zh-CN', { weekday: 'short', timeZone: 'UTC' });
    return `${noon.getUTCMonth() + 1}月${noon.getUTCDate()}日 ${weekday}`;
  }
  const part = (o: Intl.DateTimeFormatOptions) => noon.toLocaleDateString('en-GB', { ...o, timeZone: 'UTC' });
  return `${part({ weekday: 'short' })} ${noon.getUTCDate()} ${part({ month: 'short' })}`;
}

/** Free times by their day in China, in order. */
export function byDay(slots: readonly SessionSlot[]): Map<string, SessionSlot[]> {
  const days = new Map<string, SessionSlot[]>();
  for (const slot of slots) {
    const day = chinaDay(slot.startsAt);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return days;
}
