import { rm } from 'node:fs/promises';
import { type Failure, say } from '@proofkeep/contract';
import type { Installation } from '../../installation.ts';
import { certify } from './certifying.ts';
import { ownLeft, ownRecentlyFailed, sealingRow } from './sealing-rows.ts';
import { disown, moveAttestation, tryOwn } from './store.ts';

export type Recovered =
  | { ano: string; outcome: 'finished' | 'dropped' }
  /** It stays as it is, with all its evidence, and is tried again by the next who recovers. */
  | { ano: string; outcome: 'stuck'; why: string };

/**
 * Finds attestations of the command line whose process died and brings each to its end: what was committed to the log is
 * certified, what was not is removed and failed with a reason. Those that another living process works on are left to it,
 * and one that cannot be brought to its end does not hold up the others.
 */
export async function recover(installation: Installation): Promise<Recovered[]> {
  const { database } = installation;
  const recovered: Recovered[] = [];
  await database.withClient(async (client) => {
    for (const ano of await ownLeft(client)) {
      if (!(await tryOwn(client, ano))) continue;
      const outcome = await bringToEnd(installation, ano);
      if (outcome) recovered.push(outcome);
      await disown(client, ano);
    }
    // One that lost its database connection went on writing until it noticed, and may have been killed then.
    for (const ano of await ownRecentlyFailed(client)) await removeFiles(installation, ano);
  });
  return recovered;
}

async function bringToEnd(installation: Installation, ano: string): Promise<Recovered | undefined> {
  try {
    // Read again now that nobody else can change it.
    const state = (await sealingRow(installation.database.pool, ano))?.state;
    if (state === 'capturing') {
      await discard(installation, ano, { code: 'INTERRUPTED', said: say('capture.left') });
      return { ano, outcome: 'dropped' };
    }
    await certify(installation, ano);
    await rm(installation.workDir(ano), { recursive: true, force: true });
    return state === 'sealing' ? { ano, outcome: 'finished' } : undefined;
  } catch (error) {
    return { ano, outcome: 'stuck', why: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Removes every trace of a capture that was not sealed, then says so in the database: never the other way round. When a
 * successor has failed it already, because the connection that owned it broke, only the files are left to remove.
 * @throws Error, touching nothing, when it may have been sealed or nobody can say.
 */
export async function discard(installation: Installation, ano: string, failure: Failure): Promise<void> {
  const { database } = installation;
  const state = (await sealingRow(database.pool, ano))?.state;
  if (state !== 'capturing' && state !== 'failed') throw new Error(`${ano} is ${state}: it is not for discarding.`);
  await removeFiles(installation, ano);
  if (state === 'capturing')
    await database.transaction((client) => moveAttestation(client, ano, 'capturing', 'failed', { failure }));
}

async function removeFiles({ workDir, store }: Installation, ano: string): Promise<void> {
  // A capture that lost its command a moment ago may still write.
  await rm(workDir(ano), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  await store.remove(`evidence/${ano}/`);
}
