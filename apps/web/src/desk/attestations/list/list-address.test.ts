import { describe, expect, it } from 'vitest';
import { addressOf, inputFrom, wantedFrom } from './list-address.ts';

const everything = 'search=a+b&state=failed&state=preview&label=x&sort=name&order=ascend&page=3';

describe('the address of the list', () => {
  it('asks for the newest when it says nothing', () => {
    expect(inputFrom(wantedFrom(new URLSearchParams()))).toEqual({
      page: 1,
      search: '',
      sort: 'createdAt',
      order: 'descend',
    });
  });

  it('gives back what it was made from', () => {
    const wanted = wantedFrom(new URLSearchParams(everything));

    expect(wanted).toMatchObject({ search: 'a b', page: 3, states: ['preview', 'failed'], labels: ['x'] });
    expect(wantedFrom(addressOf(wanted))).toEqual(wanted);
  });

  it('is empty when nothing special is asked for', () => {
    expect(addressOf(wantedFrom(new URLSearchParams('page=1&order=descend'))).toString()).toBe('');
  });

  it.each(['page=0', 'page=1.5', 'page=1e9', 'state=sealed', 'sort=price', 'order=up', 'label='])(
    'is read as if it did not say %s',
    (text) => {
      expect(wantedFrom(new URLSearchParams(text))).toEqual(wantedFrom(new URLSearchParams()));
    },
  );
});
