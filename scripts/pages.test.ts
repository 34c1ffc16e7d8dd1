import { expect, it } from 'vitest';
import { notFound, pages } from '../apps/web/build/pages.ts';
import { paths } from '../apps/web/src/ui/address/paths.ts';

/** The site's paths in the form of the list of pages: parameters in braces. */
const ofRouter = Object.values(paths).map((path) => {
  const text = typeof path === 'string' ? path : path('draft' as never);
  return text.replace(/\?.*$/, '').replace(/:\w+/g, 'draft');
});
const patterns = Object.keys(pages).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));

it.each(ofRouter)('%s is in the list of pages, so that the service answers it', (path) => {
  expect(patterns.some((pattern) => pattern.test(path))).toBe(true);
});

it('lists a page for unknown paths', () => {
  expect(pages[notFound]?.modules).toEqual(['src/app/not-found.tsx']);
});
