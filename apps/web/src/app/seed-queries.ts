import { type Call, calls, type ReplyOf, type SentOf } from '@proofkeep/contract';
import { setPlatform } from '../api/platform.ts';
import { queries, queryOf } from '../api/queries.ts';

type Opening = ReplyOf<typeof calls.home.opening>;

const opened = { queryKey: [calls.home.opening.path] };

/**
 * Stores the parts of the opening as if each had been read by its own call.
 * @returns when it was read; undefined if the site was opened at another page
 */
export function seedQueries(): string | undefined {
  const [[, opening] = []] = queries.getQueriesData<Opening>(opened);
  if (!opening) return undefined;
  // Later it would be out of date.
  queries.removeQueries(opened);
  const { at, notices, dictionaries, home } = opening;
  seed(calls.home.notices, {}, notices);
  setPlatform(dictionaries);
  if (home) {
    seed(calls.announcements.list, { size: 1 }, home.announcements);
    if (home.account) seed(calls.home.accountHome, {}, home.account);
    if (home.matters) seed(calls.notarization.matters, { view: 'wait-me', size: 1 }, home.matters);
  }
  return at;
}

const seed = <C extends Call>(call: C, input: SentOf<C>, reply: ReplyOf<C>): void =>
  void queries.setQueryData(queryOf<Call>(call, input).queryKey, reply);
