import { type MessageKind, messageKinds } from '@proofkeep/contract';
import { pageOf } from '../../ui/address/address.ts';

/** View of the messages page: all messages, one kind, or the announcements. */
export type View = 'all' | MessageKind | 'announcements';
export const views: readonly View[] = ['all', ...messageKinds, 'announcements'];

export interface Wanted {
  view: View;
  isUnread: boolean;
  page: number;
}

/** The URL holds the whole view: `?view=capture&unread=1&page=2`. */
export function wantedFrom(query: URLSearchParams): Wanted {
  return {
    view: views.find((view) => view === query.get('view')) ?? 'all',
    isUnread: query.get('unread') === '1',
    page: pageOf(query),
  };
}

export function addressOf({ view, isUnread, page }: Wanted): URLSearchParams {
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  if (isUnread) query.set('unread', '1');
  if (page > 1) query.set('page', String(page));
  return query;
}
