import { describe, expect, it } from 'vitest';
import { refusals } from '../refusals.ts';
import { fillGaps } from './gaps.ts';
import { message, sentences } from './sentences.ts';

const fill = (text: string, values: Record<string, string | number>) =>
  fillGaps(text, (name) => String(values[name] ?? ''));

describe('a text with placeholders', () => {
  it('chooses the singular for 1 and the plural for other numbers', () => {
    const text = 'Try again in {minutes} {minutes:minute|minutes}.';

    expect(fill(text, { minutes: 1 })).toBe('Try again in 1 minute.');
    expect(['0', '2', '11', '21'].map((minutes) => fill(text, { minutes }))).toEqual([
      'Try again in 0 minutes.',
      'Try again in 2 minutes.',
      'Try again in 11 minutes.',
      'Try again in 21 minutes.',
    ]);
  });

  it('does not interpret placeholders inside a value', () => {
    expect(fill('“{name}”', { name: '{name:one|other}' })).toBe('“{name:one|other}”');
  });

  it('picks the right form within a sentence', () => {
    expect(message('pdf.pages', { pages: 1 }).text).toBe('1 page');
    expect(message('pdf.pages', { pages: 3 }).text).toBe('3 pages');
  });
});

describe('the English of the contract', () => {
  const texts = [...Object.values(sentences), ...Object.values(refusals).map(({ says }) => says)].map(([, en]) => en);

  it('never puts a fixed plural after a number that may be 1', () => {
    const units =
      /\{(\w+)\} (seconds|minutes|hours|days|pages|times|entries|images|requests|addresses|steps|exchanges)\b/;

    expect(texts.filter((text) => units.test(text))).toEqual([]);
  });

  it('uses only values that the sentence shows for the choice of a plural', () => {
    const unnamed = texts.filter((text) =>
      Array.from(text.matchAll(/\{(\w+):/g), ([, name]) => name).some((name) => !text.includes(`{${name}}`)),
    );

    expect(unnamed).toEqual([]);
  });
});
