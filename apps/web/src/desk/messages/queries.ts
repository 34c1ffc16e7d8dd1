import { calls, type MessageKind, type UnreadCount } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';

const counting = queryOf(calls.messages.countNews, {});
const whoAmI = queryOf(calls.account.accountInfo, {});

/** Unread count; undefined until known. Starts with the count in `accountInfo`; the event stream keeps it current. */
export const useUnread = (): UnreadCount | undefined =>
  useQuery({
    ...counting,
    initialData: () => queries.getQueryData(whoAmI.queryKey)?.unread,
    initialDataUpdatedAt: () => queries.getQueryState(whoAmI.queryKey)?.dataUpdatedAt,
  }).data;

/** Stores the unread count that every change returns, and refetches the lists. */
function settled(count: UnreadCount): void {
  queries.setQueryData(counting.queryKey, count);
  void refresh('messages');
}

export const useRead = () =>
  useMutation({
    mutationFn: (what: { ids: string[] } | { all: true; kind?: MessageKind }) => ask(calls.messages.readNews, what),
    onSuccess: settled,
  });

export const useDelete = () =>
  useMutation({ mutationFn: (ids: string[]) => ask(calls.messages.deleteNews, { ids }), onSuccess: settled });

export const useRestore = () =>
  useMutation({ mutationFn: (ids: string[]) => ask(calls.messages.restoreNews, { ids }), onSuccess: settled });
