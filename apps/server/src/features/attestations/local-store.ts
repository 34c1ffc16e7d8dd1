import type { AttestationState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type AttestationRow, attestationColumns } from './store.ts';

/** All attestations of the installation, newest first. */
export async function listAllAttestations(db: Client): Promise<AttestationRow[]> {
  const sql = `select ${attestationColumns} from attestation order by created_at desc, ano`;
  return (await db.query<AttestationRow>(sql)).rows;
}

/**
 * Takes the exclusive right to work on an attestation of the command line, for the lifetime of this connection.
 * PostgreSQL releases it when the process or its connection dies, which tells the next process that the work was
 * abandoned. @returns false if another process has it
 */
export async function tryLockWork(db: Client, ano: string): Promise<boolean> {
  const { rows } = await db.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('attestation:' || $1, 0)) as "isLocked"`,
    [ano],
  );
  return rows[0]?.isLocked === true;
}

export async function unlockWork(db: Client, ano: string): Promise<void> {
  await db.query(`select pg_advisory_unlock(hashtextextended('attestation:' || $1, 0))`, [ano]);
}

/** Attestations of the command line that another process works on or a killed process abandoned, oldest first. */
export async function findLocalUnfinished(db: Client, states: readonly AttestationState[]): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where account_id is null and state = any ($1) and retained_until is null order by created_at`,
    [states],
  );
  return rows.map(({ ano }) => ano);
}

/** Attestations of the command line that failed within the last hour, which is longer than any capture takes. */
export async function findLocalFailures(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation
     where account_id is null and state = 'failed' and changed_at > now() - interval '1 hour'`,
  );
  return rows.map(({ ano }) => ano);
}
