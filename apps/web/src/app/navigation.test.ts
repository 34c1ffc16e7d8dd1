import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
const { places } = await import('../desk/search/places.ts');
const { items } = await import('./navigation.tsx');

describe('the search', () => {
  it('offers every entry of the menu', () => {
    const offered = places.map(({ to }) => to);

    expect(items.map(({ to }) => to).filter((to) => !offered.includes(to))).toEqual([]);
  });
});
