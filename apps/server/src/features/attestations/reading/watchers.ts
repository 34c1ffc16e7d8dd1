import type { Database } from '../../../database/database.ts';
import {
  attestationChannel,
  type LiveNotice,
  messageChannel,
  type Watcher,
  type Watchers,
} from '../../../http/live-notices.ts';
import { concerns, type SessionNotice, sessionChannel } from '../../../http/session-notices.ts';

/** Distributes notifications to all live streams of this server over one database connection. */
export async function openWatchers(database: Database): Promise<Watchers & { close(): void }> {
  const byAccount = new Map<string, Set<Watcher>>();
  const all = () => [...byAccount.values()].flatMap((watchers) => [...watchers]);
  const gap = () => {
    for (const { onGap } of all()) onGap();
  };
  const notices = {
    message(payload: string) {
      const notice = JSON.parse(payload) as LiveNotice;
      for (const { onNotice } of byAccount.get(notice.account ?? '') ?? []) onNotice(notice);
    },
    gap,
  };
  const sessions = {
    message(payload: string) {
      const notice = JSON.parse(payload) as SessionNotice;
      for (const { caller, onRights } of all()) if (concerns(notice, caller)) onRights();
    },
    gap,
  };
  const ends = [
    await database.listen(attestationChannel, notices),
    await database.listen(messageChannel, notices),
    await database.listen(sessionChannel, sessions),
  ];
  return {
    close: () => void ends.map((end) => end()),
    watch(watcher) {
      const { accountId } = watcher.caller;
      const watchers = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, watchers.add(watcher));
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && byAccount.get(accountId) === watchers) byAccount.delete(accountId);
      };
    },
  };
}
