import { describe, expect, it } from 'vitest';
import { addressOf, inputOf, wantedFrom } from './list-address.ts';

const everything =
  'search=a+b&group=ended&kind=page&state=failed&state=preview&label=x&from=2026-01-01&to=2026-01-31&sort=name&order=ascend';

describe('list URL', () => {
  it('defaults to newest first', () => {
    expect(inputOf(wantedFrom(new URLSearchParams()))).toEqual({ search: '', sort: 'createdAt', order: 'descend' });
  });

  it('round-trips all filters', () => {
    const wanted = wantedFrom(new URLSearchParams(everything));

    expect(wanted).toMatchObject({ search: 'a b', group: 'ended', states: ['preview', 'failed'], labels: ['x'] });
    expect(wantedFrom(addressOf(wanted))).toEqual(wanted);
  });

  it('includes the last day whole', () => {
    const { from, to } = inputOf(wantedFrom(new URLSearchParams('from=2026-01-01&to=2026-01-01')));

    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
  });

  it('omits defaults', () => {
    expect(addressOf(wantedFrom(new URLSearchParams('order=descend&sort=createdAt'))).toString()).toBe('');
  });

  it.each(['group=none', 'kind=x', 'state=sealed', 'sort=price', 'order=up', 'label=', 'from=today', 'to=2026-13-99'])(
    'ignores the invalid value %s',
    (text) => {
      expect(wantedFrom(new URLSearchParams(text))).toEqual(wantedFrom(new URLSearchParams()));
    },
  );
});
