import {
  calls,
  type DictionaryName,
  type DictionaryValue,
  dictionaryDefaults,
  type ReplyOf,
} from '@proofkeep/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { hasShapeOf } from './shape.ts';

/** Specification §9: where platform info is kept for as long as the tab is open. */
const key = 'sessionPlatform';
type Stored = ReplyOf<typeof calls.dictionary.dictList>;

/** What an operator set in the console: from the tab's memory at once, and asked again whenever the site is opened. */
const platformInfo = queryOptions({
  queryKey: [calls.dictionary.dictList.path],
  queryFn: async ({ signal }) => {
    const info = await ask(calls.dictionary.dictList, {}, { signal });
    sessionStorage.setItem(key, JSON.stringify(info));
    return info;
  },
  initialData: kept,
  initialDataUpdatedAt: 0,
  meta: { isSaidInPlace: true },
});

function kept(): Stored | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return hasShapeOf({ list: [] as Stored['list'] }, found) ? found : undefined;
  } catch {
    // Another version of the site may have stored something else there.
    return undefined;
  }
}

/**
 * One dictionary of the platform; its default until the answer is there. The service checked the value when it was set; the
 * shape is compared because an older version of the site may have kept it.
 */
export function usePlatform<Name extends DictionaryName>(name: Name): DictionaryValue<Name> {
  const { data } = useQuery(platformInfo);
  const found: unknown = data?.list.find((one) => one.name === name)?.value;
  const initial: DictionaryValue<Name> = dictionaryDefaults[name];
  return hasShapeOf(initial, found) ? found : initial;
}
