import type { Words } from '../words.ts';
import type { Recovered } from './recovery.ts';

const sentences = { finished: 'recovered', dropped: 'dropped', stuck: 'stuck' } as const;

/** Notes what became of what a crash left: one that is stuck is reported and stops nobody. */
export function tellRecovered(all: Recovered[], words: Words, note: (text: string) => void): void {
  for (const one of all) {
    const why = one.outcome === 'stuck' ? ` (${one.why})` : '';
    note(`${words.say(sentences[one.outcome])}: ${one.ano}${why}`);
  }
}
