import { type AttestationSummary, calls, type LiveProgress, type UnreadCount } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { linkTo } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';

/** After an answer that a browser does not try again by itself (WHATWG HTML §9.2.3). */
const reopenMs = 5_000;

interface Page {
  list: AttestationSummary[];
  total: number;
}

const listPaths: readonly unknown[] = [calls.attestations.list.path, calls.attestations.urlList.path];
const progressKey = (ano: string) => ['progress', ano] as const;

/** Keeps everything on screen about attestations and messages as the server tells it, for as long as the desk is open. */
export function useLiveAttestations(): void {
  useEffect(() => {
    let source: EventSource;
    let reopen: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(linkTo(calls.attestations.live, {}));
      // What happened before it opened was not told.
      source.addEventListener('open', refreshAll);
      source.addEventListener('changed', ({ data }) => changed(JSON.parse(data) as AttestationSummary));
      source.addEventListener('progress', ({ data }) => progressed(JSON.parse(data) as LiveProgress));
      source.addEventListener('messages', ({ data }) => told(JSON.parse(data) as UnreadCount));
      source.addEventListener('error', () => {
        if (source.readyState !== EventSource.CLOSED) return;
        // Asks who is signed in as well: an expired session ends there.
        void queries.invalidateQueries(queryOf(calls.account.accountInfo, {}));
        reopen = setTimeout(open, reopenMs);
      });
    };
    open();
    return () => {
      source.close();
      clearTimeout(reopen);
    };
  }, []);
}

const isAboutAttestations = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  listPaths.includes(path) || path === calls.attestations.info.path || path === calls.home.accountHome.path;

function refreshAll(): void {
  void queries.invalidateQueries({ predicate: isAboutAttestations });
  void queries.invalidateQueries({ queryKey: [calls.messages.news.path] });
  void queries.invalidateQueries(unread);
}

const unread = queryOf(calls.messages.countNews, {});

function told(count: UnreadCount): void {
  queries.setQueryData(unread.queryKey, count);
  void queries.invalidateQueries({ queryKey: [calls.messages.news.path] });
}

/** A row is replaced where it stands; which rows a list has and in which order is asked again. */
function changed(summary: AttestationSummary): void {
  for (const path of listPaths)
    queries.setQueriesData<Page>(
      { queryKey: [path] },
      (page) => page && { ...page, list: page.list.map((row) => (row.ano === summary.ano ? summary : row)) },
    );
  if (summary.state !== 'capturing') queries.removeQueries({ queryKey: progressKey(summary.ano) });
  refreshAll();
  void queries.invalidateQueries(queryOf(calls.attestations.labels, {}));
}

function progressed(progress: LiveProgress): void {
  queries.setQueryData(progressKey(progress.ano), progress);
}

/** What a capture does at this moment; undefined where nothing was told. */
export function useProgress(ano: string): LiveProgress | undefined {
  return useQuery<LiveProgress>({ queryKey: progressKey(ano), enabled: false }).data;
}
