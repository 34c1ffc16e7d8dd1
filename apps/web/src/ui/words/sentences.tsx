import { Children, type ReactNode } from 'react';
import { useLanguage } from './words.ts';

/** Puts sentences one after another: English separates them with a space; Chinese doesn't, since 。 includes one. */
export function Sentences({ children }: { children: ReactNode }) {
  const gap = useLanguage() === 'zh' ? '' : ' ';
  return Children.toArray(children).flatMap((sentence, at) => (at > 0 ? [gap, sentence] : [sentence]));
}
