import type { Database } from '../../database/database.ts';
import { channel, type Notice } from './custody.ts';
import type { Watchers } from './live.ts';

type Watcher = { onNotice: (notice: Notice) => void; onGap: () => void };

/** One connection to the database hears for everybody who watches on this server. */
export async function openWatchers(database: Database): Promise<Watchers & { close(): void }> {
  const byAccount = new Map<string, Set<Watcher>>();
  const close = await database.listen(channel, {
    message(payload) {
      const notice = JSON.parse(payload) as Notice;
      for (const { onNotice } of byAccount.get(notice.account ?? '') ?? []) onNotice(notice);
    },
    gap() {
      for (const watchers of byAccount.values()) for (const { onGap } of watchers) onGap();
    },
  });
  return {
    close,
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
