import { recover } from '../features/attestations/recovery.ts';
import type { Installation } from '../installation.ts';
import type { Words } from './words.ts';

const sentences = { finished: 'recovered', dropped: 'dropped', stuck: 'stuck' } as const;

/** Brings to its end what a crash left, and notes what became of it: one that is stuck is reported and stops nobody. */
export async function recoverAndTell(
  installation: Installation,
  words: Words,
  note: (text: string) => void,
): Promise<void> {
  for (const one of await recover(installation)) {
    const why = one.outcome === 'stuck' ? ` (${one.why})` : '';
    note(`${words.say(sentences[one.outcome])}: ${one.ano}${why}`);
  }
}
