import type { Database } from '../../database/database.ts';
import { messageChannel } from '../messages/notice.ts';
import { channel } from './custody.ts';
import type { LiveNotice, Watchers } from './live.ts';

type Watcher = { onNotice: (notice: LiveNotice) => void; onGap: () => void };

/** One connection to the database hears for everybody who watches on this server. */
export async function openWatchers(database: Database): Promise<Watchers & { close(): void }> {
  const byAccount = new Map<string, Set<Watcher>>();
  const hearer = {
    message(payload: string) {
      const notice = JSON.parse(payload) as LiveNotice;
      for (const { onNotice } of byAccount.get(notice.account ?? '') ?? []) onNotice(notice);
    },
    gap() {
      for (const watchers of byAccount.values()) for (const { onGap } of watchers) onGap();
    },
  };
  const ends = [await database.listen(channel, hearer), await database.listen(messageChannel, hearer)];
  return {
    close: () => void ends.map((end) => end()),
    watch(accountId, onNotice, onGap) {
      const watcher = { onNotice, onGap };
      const watchers = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, watchers.add(watcher));
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && byAccount.get(accountId) === watchers) byAccount.delete(accountId);
      };
    },
  };
}
