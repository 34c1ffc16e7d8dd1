import { z } from 'zod';
import { fillGaps, type GapsOf } from './gaps.ts';
import type { Language } from './language.ts';
import { captureSentences } from './sentences/capture.ts';
import { networkSentences } from './sentences/network.ts';
import { notificationsSentences } from './sentences/notifications.ts';
import { reportSentences } from './sentences/report.ts';
import { serviceSentences } from './sentences/service.ts';

/**
 * Sentences about a capture for users, in both languages. Records store the name of a sentence, its arguments and its
 * English text, so that they can be read without this table. A released sentence keeps its name.
 */
export const sentences = {
  /** A user's own words. */
  'holder.words': ['{text}', '{text}'],
  /**
   * Retired: the text of a program. Records of earlier releases have it in `text`; it is not shown to users, and
   * `message` doesn't accept the name.
   */
  verbatim: ['（原始记录见证据包）', '(see the evidence bundle for the original record)'],
  'program.fault': ['程序内部出错（编号 {trace}）。', 'An internal error occurred (ref. {trace}).'],
  'fault.ours': [
    '平台出现故障，取证未完成（编号 {trace}）。',
    'A problem on our side stopped this capture (ref. {trace}).',
  ],
  /** A value with a name in each language. */
  named: ['{zh}', '{en}'],
  ...networkSentences,
  ...captureSentences,
  ...reportSentences,
  ...serviceSentences,
  ...notificationsSentences,
} as const satisfies Record<string, readonly [zh: string, en: string]>;

/** Name of a sentence. */
export type SentenceName = keyof typeof sentences;

/** A sentence of the table as stored in records. */
export interface Message {
  name: SentenceName;
  values: Record<string, string | number | Message>;
  /** The sentence in English. */
  text: string;
}

const names = Object.keys(sentences) as [SentenceName, ...SentenceName[]];

/** Schema of a sentence of the table. Checks neither that `values` fit its placeholders nor that `text` is its English. */
export const Message: z.ZodType<Message, Message> = z
  .strictObject({
    name: z.enum(names),
    get values() {
      return z.record(z.string(), z.union([z.string(), z.number(), Message]));
    },
    text: z.string(),
  })
  .meta({ id: 'Message' });

/** Sentences that new records may use. */
type Writable = Exclude<SentenceName, 'verbatim'>;

type Values<Name extends SentenceName> = { [Gap in GapsOf<(typeof sentences)[Name][1]>]: string | number | Message };

/** Name of a sentence without placeholders. */
export type PlainMessageName = {
  [Name in Writable]: [GapsOf<(typeof sentences)[Name][1]>] extends [never] ? Name : never;
}[Writable];

/** `message('load.no-page', { seconds: 45 })`: every placeholder of the sentence must be given. */
export function message<Name extends Writable>(
  name: Name,
  ...[values]: [GapsOf<(typeof sentences)[Name][1]>] extends [never] ? [] : [Values<Name>]
): Message {
  const filled = (values ?? {}) as Message['values'];
  return { name, values: filled, text: fill(sentences[name][1], filled, 'en') };
}

/** A name as an argument of a sentence. */
export const named = (name: { zh: string; en: string }): Message => ({ name: 'named', values: name, text: name.en });

/** A sentence in the reader's language. */
export const sentenceIn = ({ name, values }: Message, language: Language): string =>
  fill(sentences[name][language === 'zh' ? 0 : 1], values, language);

function fill(text: string, values: Message['values'], language: Language): string {
  return fillGaps(text, (name) => {
    const value = values[name];
    return typeof value === 'object' ? sentenceIn(value, language) : String(value ?? '');
  });
}
