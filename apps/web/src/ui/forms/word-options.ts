import type { Language, Word } from '@proofkeep/contract';
import { wordIn } from '../words/words.ts';

/** Values to choose from, each with its word. */
export const wordOptions = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, Word>>,
  language: Language,
) => values.map((value) => ({ value, label: wordIn(words[value], language) }));
