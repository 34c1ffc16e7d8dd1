import {
  type AttestationKind,
  type AttestationState,
  attestationKinds,
  attestationStateTable,
  calls,
  type InputOf,
  type StateGroup,
  sortings,
  stateGroupNames,
} from '@proofkeep/contract';
import { dayAfter } from '../../../ui/words/formatters.ts';

export type Wanted = Pick<InputOf<typeof calls.attestations.list>, 'search' | 'sort' | 'order'> & {
  group: StateGroup | null;
  kinds: AttestationKind[];
  states: AttestationState[];
  labels: string[];
  /** Days of submission, both included, as `YYYY-MM-DD`; empty: without bound. */
  from: string;
  to: string;
};

const day = (text: string | null): string =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** Reads the filters from the URL; invalid values count as absent. */
export function wantedFrom(query: URLSearchParams): Wanted {
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    group: stateGroupNames.find((group) => group === query.get('group')) ?? null,
    kinds: attestationKinds.filter((kind) => query.getAll('kind').includes(kind)),
    states: attestationStateTable.states.filter((state) => query.getAll('state').includes(state)),
    labels: [...new Set(query.getAll('label').filter((label) => label.length >= 1 && label.length <= 30))].slice(0, 20),
    from: day(query.get('from')),
    to: day(query.get('to')),
    sort: sortings.find((name) => name === query.get('sort')) ?? 'createdAt',
    order: query.get('order') === 'ascend' ? 'ascend' : 'descend',
  };
}

/** Shortest query string for the filters: defaults are left out, and so is the page. */
export function addressOf({ search, group, kinds, states, labels, from, to, sort, order }: Wanted): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (group) query.set('group', group);
  for (const kind of kinds) query.append('kind', kind);
  for (const state of states) query.append('state', state);
  for (const label of labels) query.append('label', label);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (sort !== 'createdAt') query.set('sort', sort);
  if (order !== 'descend') query.set('order', order);
  return query;
}

const startOf = (day: string | undefined) => (day ? new Date(`${day}T00:00:00`).toISOString() : undefined);

/** Filters for the calls, which reject empty lists. The last day is included whole, in the user's time zone. */
export function filterOf({ search, kinds, states, labels, from, to }: Wanted) {
  return {
    search,
    ...(kinds.length ? { kinds } : {}),
    ...(states.length ? { states } : {}),
    ...(labels.length ? { labels } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { to: startOf(dayAfter(to)) } : {}),
  };
}

/** Input for the call that lists. */
export const inputOf = (wanted: Wanted) => ({
  ...filterOf(wanted),
  ...(wanted.group ? { group: wanted.group } : {}),
  sort: wanted.sort,
  order: wanted.order,
});

/** Whether anything but the group narrows the list. */
export const isNarrowed = ({ search, kinds, states, labels, from, to }: Wanted): boolean =>
  search !== '' || kinds.length + states.length + labels.length > 0 || from !== '' || to !== '';
