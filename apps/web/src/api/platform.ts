import {
  calls,
  type DictionaryName,
  type DictionaryValue,
  dictionaryDefaults,
  type Language,
  type ReplyOf,
} from '@proofkeep/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { queries } from './queries.ts';
import { hasShapeOf } from './shape.ts';

/** Specification §9: key under which platform info is stored while the tab is open. */
const key = 'sessionPlatform';
type Stored = ReplyOf<typeof calls.dictionary.dictList>;

/** Settings from the console: read from the tab's storage first, refetched whenever the site is opened. */
const platformInfo = queryOptions({
  queryKey: [calls.dictionary.dictList.path],
  queryFn: async ({ signal }) => keep(await ask(calls.dictionary.dictList, {}, { signal })),
  initialData: kept,
  initialDataUpdatedAt: 0,
  meta: { isShownInPlace: true },
});

function keep(info: Stored): Stored {
  sessionStorage.setItem(key, JSON.stringify(info));
  return info;
}

/** Stores platform info that came with another answer. */
export const setPlatform = (info: Stored): void => void queries.setQueryData(platformInfo.queryKey, keep(info));

function kept(): Stored | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return hasShapeOf({ list: [] as Stored['list'] }, found) ? found : undefined;
  } catch {
    // Another version of the site may have stored a different value there.
    return undefined;
  }
}

/**
 * Returns a platform dictionary, or its default while loading. The service validated the value when it was set; the
 * shape is checked because an older version of the site may have stored it.
 */
export function usePlatform<Name extends DictionaryName>(name: Name): DictionaryValue<Name> {
  const { data } = useQuery(platformInfo);
  const found: unknown = data?.list.find((one) => one.name === name)?.value;
  const initial: DictionaryValue<Name> = dictionaryDefaults[name];
  return hasShapeOf(initial, found) ? found : initial;
}

/** Free units of a service for new accounts, with their words; null while loading, and if there are none. */
export function useWelcome(): { quantity: number; name: Words; unit: Words } | null {
  const { data } = useQuery(platformInfo);
  const facts: unknown = data?.list.find((one) => one.name === 'price')?.value;
  const shape = { welcome: { quotas: [] as Quota[] }, prices: [] as Priced[] };
  if (!hasShapeOf(shape, facts)) return null;
  const given = facts.welcome.quotas[0];
  const priced = facts.prices.find(({ service }) => service === given?.service);
  return given && priced ? { quantity: given.quantity, name: priced.name, unit: priced.unit } : null;
}

type Words = Record<Language, string>;
type Quota = { service: string; quantity: number };
type Priced = { service: string; name: Words; unit: Words };
