import {
  captureLocales,
  captureTimezones,
  type Message,
  message,
  named,
  type RowChoice,
  waitForTextLength,
} from '@proofkeep/contract';
import type { RawRow } from './columns.ts';

/** Maximum length of a wrong value that is repeated to the user. */
const shownLength = 40;

/** Accepted spellings of the values of a column; compared without case. */
const devices = { desktop: /^(desktop|pc|computer|电脑|桌面)$/i, phone: /^(phone|mobile|手机|移动)$/i } as const;
const answers = { yes: /^(yes|y|true|1|是|√|✓)$/i, no: /^(no|n|false|0|否|不|×)$/i } as const;
const displayNames = ['zh', 'en'].map((language) => new Intl.DisplayNames(language, { type: 'language' }));
const namesOf = (locale: string): string[] =>
  [locale, new Intl.Locale(locale).language].flatMap((tag) => displayNames.flatMap((names) => names.of(tag) ?? []));
/** Reversed, so that a bare language maps to the first of its locales. */
const localeNames = new Map(
  captureLocales
    .toReversed()
    .flatMap((one) => [one, ...namesOf(one)].map((name) => [name.toLowerCase(), one] as const)),
);
const timezoneNames = new Map(captureTimezones.map((zone) => [zone.toLowerCase(), zone]));

const columns = {
  device: named({ zh: '访问方式', en: 'Visit as' }),
  locale: named({ zh: '语言', en: 'Language' }),
  timezone: named({ zh: '时区', en: 'Time zone' }),
  waitForText: named({ zh: '等待文字', en: 'Wait for text' }),
  secondPlace: named({ zh: '第二地点', en: 'Second place' }),
};

/** The capture options that a row states; empty cells keep the batch's options. */
export function optionsIn(raw: RawRow): { options: RowChoice } | { message: Message } {
  const device = ofCell(raw.device, (text) => {
    if (devices.desktop.test(text)) return 'desktop';
    return devices.phone.test(text) ? 'phone' : undefined;
  });
  if (device === null) return unknown('device', raw.device, ['desktop', 'phone']);
  const locale = ofCell(raw.locale, (text) => localeNames.get(text.replace('_', '-').toLowerCase()));
  if (locale === null) return unknown('locale', raw.locale, captureLocales);
  const timezone = ofCell(raw.timezone, (text) => timezoneNames.get(text.toLowerCase()));
  if (timezone === null) return unknown('timezone', raw.timezone, captureTimezones);
  if (raw.waitForText.length > waitForTextLength)
    return { message: message('sheet.long', { column: columns.waitForText, max: waitForTextLength }) };
  const waitForText = raw.waitForText || undefined;
  const secondVantage = ofCell(raw.secondPlace, (text) => {
    if (answers.yes.test(text)) return true;
    return answers.no.test(text) ? false : undefined;
  });
  if (secondVantage === null) return unknown('secondPlace', raw.secondPlace, ['是 / yes', '否 / no']);
  const given = Object.entries({ device, locale, timezone, waitForText, secondVantage }).filter(
    ([, value]) => value !== undefined,
  );
  return { options: Object.fromEntries(given) };
}

/** Undefined for an empty cell, null for an unknown value. */
function ofCell<Value>(cell: string, read: (text: string) => Value | undefined): Value | undefined | null {
  const text = cell.trim();
  return text === '' ? undefined : (read(text) ?? null);
}

const unknown = (column: keyof typeof columns, value: string, allowed: readonly string[]) => ({
  message: message('sheet.option', {
    column: columns[column],
    value: value.slice(0, shownLength),
    allowed: allowed.join(', '),
  }),
});
