import { describe, expect, it } from 'vitest';
import { addressOf, inputFrom, wantedFrom } from './list-address.ts';

const everything = 'search=a+b&state=failed&state=preview&label=x&sort=name&order=ascend&page=3';

describe('list URL', () => {
  it('defaults to newest first', () => {
    expect(inputFrom(wantedFrom(new URLSearchParams()))).toEqual({
      page: 1,
      search: '',
      sort: 'createdAt',
      order: 'descend',
    });
  });

  it('round-trips all filters', () => {
    const wanted = wantedFrom(new URLSearchParams(everything));

    expect(wanted).toMatchObject({ search: 'a b', page: 3, states: ['preview', 'failed'], labels: ['x'] });
    expect(wantedFrom(addressOf(wanted))).toEqual(wanted);
  });

  it('omits defaults', () => {
    expect(addressOf(wantedFrom(new URLSearchParams('page=1&order=descend'))).toString()).toBe('');
  });

  it.each(['page=0', 'page=1.5', 'page=1e9', 'state=sealed', 'sort=price', 'order=up', 'label='])(
    'ignores the invalid value %s',
    (text) => {
      expect(wantedFrom(new URLSearchParams(text))).toEqual(wantedFrom(new URLSearchParams()));
    },
  );
});
