import type { TextPlace } from '@proofkeep/contract';

/** Positions in the picture at which a pattern was found, in text order; omits matches that span two lines. */
export function hitsIn(places: readonly TextPlace[], pattern: RegExp): TextPlace[] {
  return places.flatMap((place) => {
    const whole = weightOf(place.text);
    return [...place.text.matchAll(pattern)].map(({ 0: text, index }) => ({
      ...place,
      text,
      x: place.x + (place.width * weightOf(place.text.slice(0, index))) / whole,
      width: (place.width * weightOf(text)) / whole,
    }));
  });
}

/** Relative widths of characters: an East Asian one is about as wide as two Latin ones. */
const weightOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/u.test(letter) ? 2 : 1), 0) || 1;
