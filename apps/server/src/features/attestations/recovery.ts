import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, say } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import type { Installation } from '../../installation.ts';
import { placesOf } from './evidence-folder.ts';
import { finishSealing } from './sealing.ts';
import { disown, findAttestation, moveAttestation, recentlyFailed, tryOwn, unfinishedAttestations } from './store.ts';

export type Recovered =
  | { ano: string; outcome: 'finished' | 'dropped' }
  /** It stays as it is, with all its evidence, and is tried again by the next who recovers. */
  | { ano: string; outcome: 'stuck'; why: string };

/**
 * Finds attestations whose process died and brings each to its end: what was committed to the log is certified, what was
 * not is removed and failed with a reason. Those that another living process works on are left to it, and one that cannot
 * be brought to its end does not hold up the others.
 */
export async function recover(installation: Installation): Promise<Recovered[]> {
  const { database } = installation;
  const recovered: Recovered[] = [];
  await database.withClient(async (client) => {
    for (const { ano } of await unfinishedAttestations(client)) {
      if (!(await tryOwn(client, ano))) continue;
      const outcome = await bringToEnd(installation, ano);
      if (outcome) recovered.push(outcome);
      await disown(client, ano);
    }
    // One that lost its database connection went on writing until it noticed, and may have been killed then.
    for (const ano of await recentlyFailed(client)) await removeFiles(installation, ano);
    await sweepSealing(installation, client);
  });
  return recovered;
}

async function bringToEnd(installation: Installation, ano: string): Promise<Recovered | undefined> {
  try {
    // Read again now that nobody else can change it.
    const attestation = await installation.database.withClient((client) => findAttestation(client, ano));
    if (attestation?.state === 'sealing') {
      await finishSealing(installation, ano, () => {});
      return { ano, outcome: 'finished' };
    }
    if (attestation?.state === 'capturing') {
      await discard(installation, ano, { code: 'INTERRUPTED', said: say('capture.left') });
      return { ano, outcome: 'dropped' };
    }
    return undefined;
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
  const attestation = await installation.database.withClient((client) => findAttestation(client, ano));
  if (attestation?.state !== 'capturing' && attestation?.state !== 'failed')
    throw new Error(`${ano} is ${attestation?.state}: it is not for discarding.`);
  await removeFiles(installation, ano);
  if (attestation.state === 'capturing')
    await installation.database.transaction((client) =>
      moveAttestation(client, ano, 'capturing', 'failed', { failure }),
    );
}

async function removeFiles(installation: Installation, ano: string): Promise<void> {
  await rm(installation.workDir(ano), { recursive: true, force: true });
  await rm(placesOf(installation.config.DATA_DIR, ano).sealing, { recursive: true, force: true });
}

/** What is certified has its place in `evidence`; who was killed right then left the folder of its making. */
async function sweepSealing({ config }: Installation, client: Client): Promise<void> {
  const names = await readdir(join(config.DATA_DIR, 'sealing')).catch(() => []);
  for (const ano of names)
    if ((await findAttestation(client, ano))?.state === 'succeeded')
      await rm(placesOf(config.DATA_DIR, ano).sealing, { recursive: true, force: true });
}
