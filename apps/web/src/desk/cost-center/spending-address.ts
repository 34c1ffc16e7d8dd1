import { type Range, ranges } from './days.ts';

/** Groupings of chart and tables. */
export const parts = ['service', 'member'] as const;
export type Part = (typeof parts)[number];

export interface Shown {
  range: Range;
  part: Part;
}

/** Reads the range and grouping from the URL; invalid values count as absent. */
export const shownFrom = (query: URLSearchParams): Shown => ({
  range: ranges.find((range) => range === query.get('range')) ?? 'month',
  part: parts.find((part) => part === query.get('by')) ?? 'service',
});

/** Shortest query string: defaults are left out. */
export const addressOf = ({ range, part }: Shown): URLSearchParams =>
  new URLSearchParams({ ...(range === 'month' ? {} : { range }), ...(part === 'service' ? {} : { by: part }) });
