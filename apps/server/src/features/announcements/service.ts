import type { announcementCalls, InputOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { publishedAnnouncements } from './store.ts';

/** Published announcements, newest first; `text` of a title or text is in the reader's language. */
export async function announcements(
  wanted: InputOf<typeof announcementCalls.list>,
  { db, language }: Pick<Context, 'db' | 'language'>,
) {
  const { list, total } = await publishedAnnouncements(db, wanted);
  const inLanguage = (pair: { zh: string; en: string }) => ({ ...pair, text: pair[language] });
  return { list: list.map((one) => ({ ...one, title: inLanguage(one.title), text: inLanguage(one.text) })), total };
}
