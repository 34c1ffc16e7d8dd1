import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { dataPlace } from '../../apps/server/src/features/evidence/service.ts';
import type { Replayed } from '../../apps/server/src/replay/grants.ts';
import { openReplay, type Replay, type ReplayAddresses } from '../../apps/server/src/replay/replay.ts';
import { openFolderStore } from '../../apps/server/src/store/folder-store.ts';
import type { Captured } from './capture-node.ts';

const fetchReplayer = fileURLToPath(new URL('../../scripts/replayer.mjs', import.meta.url));
const fence = '7';

export interface Replays {
  /** Stores the files that the replay of a capture needs, as the service does. */
  keep(ano: string, captured: Captured): Promise<void>;
  /** @param replayUrl public address; absent: a port of this machine */
  open(replayUrl?: string, port?: number): Promise<Replay>;
  /** Returns the addresses of a new grant, which never expires. */
  grant(ano: string, replay: Replay): ReplayAddresses;
  close(): void;
}

/** Starts the service's replay server for a site at this origin. */
export async function startReplays(siteOrigin: string): Promise<Replays> {
  execFileSync(process.execPath, [fetchReplayer]);
  const home = mkdtempSync(join(tmpdir(), 'replay-'));
  const store = await openFolderStore(home);
  const grants = new Map<string, Replayed>();
  return {
    async keep(ano, { folder, report }) {
      expect(report.state, JSON.stringify(report.steps)).not.toBe('failed');
      for (const name of ['page.wacz', 'report.json'])
        await store.put(`${dataPlace({ ano, fence })}${name}`, createReadStream(join(folder, name)));
    },
    async open(replayUrl, port) {
      const replay = await openReplay({
        store,
        key: randomBytes(32),
        publicUrl: siteOrigin,
        config: {
          HOST: '127.0.0.1',
          PORT: 0,
          REPLAY_PORT: port,
          REPLAY_URL: replayUrl,
          LOG_LEVEL: 'warn',
          TRUSTED_PROXIES: [],
          CONNECTIONS_PER_ADDRESS: 256,
        },
        findGrant: async (id) => grants.get(id),
        dataPlace,
      });
      if (!replay) throw new Error('The replayer is not there.');
      return replay;
    },
    grant(ano, replay) {
      const id = randomUUID();
      const replayed = { ano, fence, record: 'first' } as const;
      grants.set(id, replayed);
      return replay.addressesOf({ id, ...replayed });
    },
    close: () => rmSync(home, { recursive: true }),
  };
}
