import { calls, type PartyMatter } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { language } from '../../ui/words/language.ts';

/** The matter as shown to the party. Parts of it are in the reader's language. */
export const matterQuery = (nid: string) =>
  queryOptions({
    queryKey: [calls.phoneSigning.partyMatter.path, nid, language.get()] as const,
    queryFn: ({ signal }) => ask(calls.phoneSigning.partyMatter, { nid }, { signal }),
    meta: { isShownInPlace: true },
  });

/** Stores the matter returned by a change. */
export const keepMatter = (nid: string, after: PartyMatter): void => {
  queries.setQueryData(matterQuery(nid).queryKey, after);
};
