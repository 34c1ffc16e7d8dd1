import { type AttestationState, attestationStateTable, calls, type InputOf, sortings } from '@proofkeep/contract';
import { pageOf } from '../../../ui/address/address.ts';

export type Wanted = Pick<InputOf<typeof calls.attestations.list>, 'page' | 'search' | 'sort' | 'order'> & {
  states: AttestationState[];
  labels: string[];
};

/** Reads the filters from the URL; invalid values count as absent. */
export function wantedFrom(query: URLSearchParams): Wanted {
  const sort = sortings.find((name) => name === query.get('sort'));
  return {
    page: pageOf(query),
    search: (query.get('search') ?? '').trim().slice(0, 200),
    states: attestationStateTable.states.filter((state) => query.getAll('state').includes(state)),
    labels: [...new Set(query.getAll('label').filter((label) => label.length >= 1 && label.length <= 30))].slice(0, 20),
    sort: sort ?? 'createdAt',
    order: query.get('order') === 'ascend' ? 'ascend' : 'descend',
  };
}

/** Shortest query string for the filters: defaults are left out. */
export function addressOf({ page, search, states, labels, sort, order }: Wanted): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  for (const state of states) query.append('state', state);
  for (const label of labels) query.append('label', label);
  if (sort !== 'createdAt') query.set('sort', sort);
  if (order !== 'descend') query.set('order', order);
  if (page !== 1) query.set('page', String(page));
  return query;
}

/** Input for the call, which rejects empty lists. */
export function inputFrom({ states, labels, ...rest }: Wanted) {
  return { ...rest, ...(states.length ? { states } : {}), ...(labels.length ? { labels } : {}) };
}
