import { type AttestationSummary, calls, type LiveProgress, type UnreadCount } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { linkTo } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';

/** Delay after a response on which browsers don't reconnect by themselves (WHATWG HTML §9.2.3). */
const reopenMs = 5_000;

interface Page {
  list: AttestationSummary[];
  total: number;
}

const listPaths = [calls.attestations.list.path, calls.attestations.batchList.path];
const progressKey = (ano: string) => ['progress', ano] as const;

/**
 * Keeps attestations and messages up to date from the server's event stream while the desk is open.
 * @param readAt when the page's data was read; undefined: unknown
 */
export function useLiveAttestations(readAt: string | undefined): void {
  useEffect(() => {
    let source: EventSource;
    let reopen: ReturnType<typeof setTimeout> | undefined;
    const open = (since?: string) => {
      source = new EventSource(linkTo(calls.attestations.live, { since }));
      let isKnown = since !== undefined;
      // Events before the connection opened were missed, unless the stream begins with what changed since the page's data.
      source.addEventListener('open', () => {
        if (!isKnown) refreshAll();
        isKnown = false;
      });
      source.addEventListener('missed', refreshAll);
      source.addEventListener('changed', ({ data }) => changed(JSON.parse(data) as AttestationSummary));
      source.addEventListener('progress', ({ data }) => progressed(JSON.parse(data) as LiveProgress));
      source.addEventListener('submitted', refreshSoon);
      source.addEventListener('messages', ({ data }) => showUnread(JSON.parse(data) as UnreadCount));
      source.addEventListener('error', () => {
        if (source.readyState !== EventSource.CLOSED) return;
        // Also reloads the caller, so an expired session is noticed.
        void refresh('whoAmI');
        reopen = setTimeout(open, reopenMs);
      });
    };
    open(readAt);
    return () => {
      source.close();
      clearTimeout(reopen);
    };
  }, [readAt]);
}

function refreshAll(): void {
  void refresh('attestationNews');
  void refresh('messages');
  void refresh('unreadMessages');
}

const unread = queryOf(calls.messages.countNews, {});

function showUnread(count: UnreadCount): void {
  queries.setQueryData(unread.queryKey, count);
  void refresh('messages');
}

/** Replaces a row in place, and refetches which rows each list has and in which order. */
function changed(summary: AttestationSummary): void {
  for (const path of listPaths)
    queries.setQueriesData<Page>(
      { queryKey: [path] },
      (page) => page && { ...page, list: page.list.map((row) => (row.ano === summary.ano ? summary : row)) },
    );
  if (summary.state !== 'capturing') queries.removeQueries({ queryKey: progressKey(summary.ano) });
  refreshSoon();
}

/** Hundreds of attestations of a batch may change within a second, so lists are refetched once for all of them. */
const gatherMs = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;

function refreshSoon(): void {
  waiting ??= setTimeout(() => {
    waiting = undefined;
    refreshAll();
    void refresh('labels');
  }, gatherMs);
}

function progressed(progress: LiveProgress): void {
  queries.setQueryData(progressKey(progress.ano), progress);
}

/** Current progress of a capture; undefined if none was reported. */
export function useProgress(ano: string): LiveProgress | undefined {
  return useQuery<LiveProgress>({ queryKey: progressKey(ano), enabled: false }).data;
}
