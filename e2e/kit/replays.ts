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
  /** Keeps what a replay needs of a capture, as the service does. */
  keep(ano: string, captured: Captured): Promise<void>;
  /** @param replayUrl where users reach it; absent: on its own port of this machine */
  open(replayUrl?: string, port?: number): Promise<Replay>;
  /** A new grant, which never ends. */
  grant(ano: string, replay: Replay): ReplayAddresses;
  close(): void;
}

/** The part of the service that replays, for a site at this origin. */
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
        config: { HOST: '127.0.0.1', PORT: 0, REPLAY_PORT: port, REPLAY_URL: replayUrl, LOG_LEVEL: 'warn' },
        findGrant: async (id) => grants.get(id),
        dataPlace,
      });
      if (!replay) throw new Error('The replayer is not there.');
      return replay;
    },
    grant(ano, replay) {
      const id = randomUUID();
      grants.set(id, { ano, fence });
      return replay.addressesOf({ id, ano, fence });
    },
    close: () => rmSync(home, { recursive: true }),
  };
}
