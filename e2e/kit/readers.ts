import { isLongTest } from '@proofkeep/fakes';

/**
 * Who a journey is walked by. In `npm test` each journey runs once, in the language and width named first: what words and
 * layout alone change, `site/pages.e2e.ts` looks at on every page. `npm run test:long` runs it for all.
 */
export const readers = <const People extends readonly [unknown, ...unknown[]]>(
  people: People,
): readonly People[number][] => (isLongTest ? people : [people[0]]);
