import type { Word } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn } from '../words/words.ts';

/** Tones of chips in `ui/theme/chips.css`; a chip without one is plain. */
export type Tone = 'quiet' | 'busy' | 'warning' | 'success' | 'danger' | 'sealed' | 'struck';

export interface Look {
  tone?: Tone;
  icon: ReactNode;
}

/** A word with the colour and the icon of its look, such as one of `looks.tsx`. */
export const Chip = ({ tone, icon, children }: Look & { children: ReactNode }) => (
  <span className="chip" data-tone={tone}>
    {icon}
    {children}
  </span>
);

/** Makes the chip that shows an object's state by its word, its colour and its icon. */
export function stateChip<State extends string>(words: Readonly<Record<State, Word>>, looks: Record<State, Look>) {
  return function StateChip({ state }: { state: State }) {
    const language = useLanguage();
    return <Chip {...looks[state]}>{wordIn(words[state], language)}</Chip>;
  };
}
