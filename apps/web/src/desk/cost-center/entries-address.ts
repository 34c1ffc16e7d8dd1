import { type EntryKind, entryKinds, type Service, services } from '@proofkeep/contract';
import { pageOf } from '../../ui/address/address.ts';

export interface Wanted {
  page: number;
  kinds: EntryKind[];
  from: string;
  to: string;
  userId: string;
  service: Service | '';
}

export const nothingWanted: Wanted = { page: 1, kinds: [], from: '', to: '', userId: '', service: '' };

const dayOf = (text: string | null): string =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
const idOf = (text: string | null): string =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : '';

/** Reads the filters from the URL; invalid values count as absent. */
export function wantedFrom(query: URLSearchParams): Wanted {
  return {
    page: pageOf(query),
    kinds: entryKinds.filter((kind) => query.getAll('kind').includes(kind)),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    userId: idOf(query.get('member')),
    service: services.find((service) => service === query.get('service')) ?? '',
  };
}

/** Shortest query string for the filters. */
export function addressOf({ page, kinds, from, to, userId, service }: Wanted): URLSearchParams {
  const query = new URLSearchParams({ tab: 'entries' });
  for (const kind of kinds) query.append('kind', kind);
  for (const [name, value] of Object.entries({ from, to, member: userId, service })) if (value) query.set(name, value);
  if (page !== 1) query.set('page', String(page));
  return query;
}

/** Filters as call input, without the empty ones. */
export function filterOf({ kinds, from, to, userId, service }: Wanted) {
  return {
    ...(kinds.length ? { kinds } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(userId ? { userId } : {}),
    ...(service ? { service } : {}),
  };
}
