import { type Range, ranges } from './days.ts';

/** What bars and tables part spending by. */
export const parts = ['service', 'member'] as const;
export type Part = (typeof parts)[number];

export interface Shown {
  range: Range;
  part: Part;
}

/** What the address of the page asks for; what it says wrongly is as if it were not said. */
export const shownFrom = (query: URLSearchParams): Shown => ({
  range: ranges.find((range) => range === query.get('range')) ?? 'month',
  part: parts.find((part) => part === query.get('by')) ?? 'service',
});

/** The shortest address that asks for it. */
export const addressOf = ({ range, part }: Shown): URLSearchParams =>
  new URLSearchParams({ ...(range === 'month' ? {} : { range }), ...(part === 'service' ? {} : { by: part }) });
