import { isLongTest } from '@proofkeep/fakes';

/**
 * The users of a journey. In `npm test` each journey runs once, in the language and width listed first;
 * `site/pages.e2e.ts` checks words and layout of every page in both. `npm run test:long` runs each journey for all
 * users.
 */
export const readers = <const People extends readonly [unknown, ...unknown[]]>(
  people: People,
): readonly People[number][] => (isLongTest ? people : [people[0]]);
