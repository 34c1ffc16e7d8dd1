import type { Words } from '../words.ts';
import type { Recovered } from './recovery.ts';

const sentences = { finished: 'recovered', dropped: 'dropped', stuck: 'stuck' } as const;

/** Reports the outcome of each interrupted attestation. */
export function reportRecovered(all: Recovered[], words: Words, note: (text: string) => void): void {
  for (const one of all) {
    const why = one.outcome === 'stuck' ? ` (${one.why})` : '';
    note(`${words.say(sentences[one.outcome])}: ${one.ano}${why}`);
  }
}
