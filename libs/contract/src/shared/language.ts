import { z } from 'zod';

/** Languages of the interface and of messages. */
export const Language = z.enum(['zh', 'en']);
export type Language = z.infer<typeof Language>;
/**
 * `option` (`--lang`) takes precedence over the environment; without Chinese in either, English is used. An empty
 * variable counts as absent (POSIX.1-2024, Base Definitions §8.2).
 */
export function languageOf(option: string | undefined, environment: Record<string, string | undefined>): Language {
  const wanted = option || environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
