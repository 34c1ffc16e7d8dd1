import { permissions } from '@proofkeep/contract';
import { describe, expect, it, vi } from 'vitest';
import text from './words.json' with { type: 'json' };

vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
const { places, placesFor } = await import('../desk/search/places.ts');
const { items } = await import('./navigation.tsx');

describe('the search', () => {
  it('offers every entry of the menu', () => {
    const offered = places.map(({ to }) => to);

    expect(items.map(({ to }) => to).filter((to) => !offered.includes(to))).toEqual([]);
  });

  it('finds every entry of the menu by its label in either language', () => {
    const isFound = (to: string, label: string) => placesFor(label, permissions).some((place) => place.to === to);

    const missing = items.flatMap(({ to, name }) => text.navigation[name].filter((label) => !isFound(to, label)));

    expect(missing).toEqual([]);
  });
});
