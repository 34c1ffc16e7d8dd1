import {
  calls as all,
  type calls,
  type DictionaryName,
  type DictionaryValue,
  dictionary,
  type ReplyOf,
} from '@proofkeep/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';

/** Specification §9: where platform info is kept for as long as the tab is open. */
const key = 'sessionPlatform';
type Stored = ReplyOf<typeof calls.dictionary.dictList>;

/** What an operator set in the console: from the tab's memory at once, and asked again whenever the site is opened. */
const platformInfo = queryOptions({
  queryKey: [all.dictionary.dictList.path],
  queryFn: async ({ signal }) => {
    const info = await ask(all.dictionary.dictList, {}, { signal });
    sessionStorage.setItem(key, JSON.stringify(info));
    return info;
  },
  initialData: kept,
  initialDataUpdatedAt: 0,
  meta: { isSaidInPlace: true },
});

function kept(): Stored | undefined {
  try {
    return all.dictionary.dictList.reply.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    // Another program of the same site may have written something else there.
    return undefined;
  }
}

/** One dictionary of the platform; what holds where none was set, until it is there. */
export function usePlatform<Name extends DictionaryName>(name: Name): DictionaryValue<Name> {
  const { data } = useQuery(platformInfo);
  const found = data?.list.find((one) => one.name === name)?.value;
  const parsed = dictionary[name].value.safeParse(found);
  return (parsed.success ? parsed.data : dictionary[name].initial) as DictionaryValue<Name>;
}
