import { describe, expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

/** Reads successive values of a field; `send` is Enter or a click. */
function after(...values: string[]): string[] {
  const secrets = new Secrets();
  for (const value of values) {
    if (value === 'send') secrets.settle();
    else secrets.read(value);
  }
  return [...secrets.all].sort();
}
const typed = (text: string) => Array.from(text, (_, i) => text.slice(0, i + 1));
const deleted = (text: string) => typed(text).reverse().slice(1);

describe('secrets', () => {
  it('are the typed values, without their prefixes', () => {
    expect(after(...typed('test1234'))).toEqual(['test1234']);
  });

  it('include a value that was sent before it was continued or replaced', () => {
    expect(after(...typed('wrong'), 'send', 'wrongly')).toEqual(['wrong', 'wrongly']);
    expect(after(...typed('first'), 'send', '', ...typed('second'))).toEqual(['first', 'second']);
    expect(after(...typed('first'), ...typed('second'))).toEqual(['first', 'second']);
  });

  it('include the longest and the last value of a correction, and nothing in between', () => {
    const corrected = [...typed('password'), ...deleted('password').slice(0, 3), 'passwX'];

    expect(after(...corrected)).toEqual(['passwX', 'password']);
    expect(after(...typed('password'), ...deleted('password'), '')).toEqual(['password']);
  });
});
