import { calls, type PartyMatter } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { language } from '../../ui/words/language.ts';

/** The matter as the party sees it. Parts of it are in the reader's language. */
export const matterQuery = (nid: string) =>
  queryOptions({
    queryKey: [calls.phoneSigning.partyMatter.path, nid, language.get()] as const,
    queryFn: ({ signal }) => ask(calls.phoneSigning.partyMatter, { nid }, { signal }),
    meta: { isShownInPlace: true },
  });

/** Takes over what a change answered with. */
export const keepMatter = (nid: string, after: PartyMatter): void => {
  queries.setQueryData(matterQuery(nid).queryKey, after);
};
