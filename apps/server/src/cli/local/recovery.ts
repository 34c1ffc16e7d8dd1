import { rm } from 'node:fs/promises';
import { type AttestationState, type Failure, say } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { certify } from '../../features/attestations/sealing/certify.ts';
import { ownLeft, ownRecentlyFailed, sealingRow } from '../../features/attestations/sealing/store.ts';
import { disown, moveAttestation, tryOwn } from '../../features/attestations/store.ts';
import { attestationPlace } from '../../features/evidence/service.ts';
import type { Installation } from '../../installation.ts';
import { removeUnlessRetained } from '../../store/store.ts';

export type Recovered =
  | { ano: string; outcome: 'finished' | 'dropped' }
  /** It stays as it is, with all its evidence, and is tried again by the next who recovers. */
  | { ano: string; outcome: 'stuck'; why: string };

/**
 * Of the attestations of the command line whose process died, fails those that were not committed to the log and removes
 * their files. Those that another living process works on are left to it, and one that cannot be brought to its end does
 * not hold up the others; so also below.
 */
export async function dropUnsealed(installation: Installation): Promise<Recovered[]> {
  return installation.database.withClient(async (client) => {
    const dropped = await eachLeft(installation, client, ['capturing'], async (ano) => {
      await discard(installation, ano, { code: 'INTERRUPTED', said: say('capture.left') });
      return { ano, outcome: 'dropped' };
    });
    // One that lost its database connection went on writing until it noticed, and may have been killed then.
    for (const ano of await ownRecentlyFailed(client)) await removeFiles(installation, ano);
    return dropped;
  });
}

/** Certifies those that were committed to the log. Takes a second or more for each: new work need not wait for it. */
export async function finishSealed(installation: Installation): Promise<Recovered[]> {
  return installation.database.withClient((client) =>
    eachLeft(installation, client, ['sealing', 'succeeded'], async (ano, state) => {
      await certify(installation, ano);
      await rm(installation.workDir(ano), { recursive: true, force: true });
      return state === 'sealing' ? { ano, outcome: 'finished' } : undefined;
    }),
  );
}

async function eachLeft(
  { database }: Installation,
  client: Client,
  states: AttestationState[],
  bringToEnd: (ano: string, state: AttestationState) => Promise<Recovered | undefined>,
): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  for (const ano of await ownLeft(client, states)) {
    if (!(await tryOwn(client, ano))) continue;
    try {
      // Read again now that nobody else can change it.
      const state = (await sealingRow(database.pool, ano))?.state;
      const outcome = state && states.includes(state) ? await bringToEnd(ano, state) : undefined;
      if (outcome) recovered.push(outcome);
    } catch (error) {
      recovered.push({ ano, outcome: 'stuck', why: error instanceof Error ? error.message : String(error) });
    }
    await disown(client, ano);
  }
  return recovered;
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
  await removeUnlessRetained(store, attestationPlace(ano));
}
