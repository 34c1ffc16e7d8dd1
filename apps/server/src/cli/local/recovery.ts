import { rm } from 'node:fs/promises';
import { type AttestationState, type Failure, message } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import {
  certify,
  findAttestation,
  findLocalFailures,
  findLocalUnfinished,
  moveAttestation,
  tryLockWork,
  unlockWork,
} from '../../features/attestations/service.ts';
import { attestationPlace } from '../../features/evidence/service.ts';
import type { Installation } from '../../installation.ts';
import { removeUnlessRetained } from '../../store/store.ts';

export type Recovered =
  | { ano: string; outcome: 'finished' | 'dropped' }
  /** Unchanged, with all its evidence; the next recovery tries again. */
  | { ano: string; outcome: 'stuck'; why: string };

/**
 * Fails the attestations of killed commands that were not committed to the log, and removes their files. Skips
 * attestations that another running process is working on; an error in one doesn't stop the others.
 */
export async function dropUnsealed(installation: Installation): Promise<Recovered[]> {
  return installation.database.withClient(async (client) => {
    const dropped = await eachLeft(installation, client, ['capturing'], async (ano) => {
      await discard(installation, ano, { code: 'INTERRUPTED', said: message('capture.left') });
      return { ano, outcome: 'dropped' };
    });
    // A process that lost its database connection keeps writing until it notices, and may then have been killed.
    for (const ano of await findLocalFailures(client)) await removeFiles(installation, ano);
    return dropped;
  });
}

/** Certifies attestations of killed commands that were committed to the log. Each takes a second or more. */
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
  for (const ano of await findLocalUnfinished(client, states)) {
    if (!(await tryLockWork(client, ano))) continue;
    try {
      // Re-read under the lock: another process may have changed the state.
      const state = (await findAttestation(database.pool, ano))?.state;
      const outcome = state && states.includes(state) ? await bringToEnd(ano, state) : undefined;
      if (outcome) recovered.push(outcome);
    } catch (error) {
      recovered.push({ ano, outcome: 'stuck', why: error instanceof Error ? error.message : String(error) });
    }
    await unlockWork(client, ano);
  }
  return recovered;
}

/**
 * Removes the files of an unsealed capture, then fails it in the database, so that a crash in between leaves a row for
 * the next recovery. If another process already failed it, only the files are removed. @throws Error, changing nothing,
 * if the capture may have been sealed
 */
export async function discard(installation: Installation, ano: string, failure: Failure): Promise<void> {
  const { database } = installation;
  const state = (await findAttestation(database.pool, ano))?.state;
  if (state !== 'capturing' && state !== 'failed') throw new Error(`${ano} is ${state} and can't be discarded.`);
  await removeFiles(installation, ano);
  if (state === 'capturing')
    await database.transaction((client) => moveAttestation(client, ano, 'failed', { failure }));
}

async function removeFiles({ workDir, store }: Installation, ano: string): Promise<void> {
  // The capture process of a command that was just killed may still be writing.
  await rm(workDir(ano), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  await removeUnlessRetained(store, attestationPlace(ano));
}
