import {
  type AttestationEvent,
  type AttestationState,
  type Failure,
  type Said,
  transitionFor,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { releaseHold, settleHold } from '../money/service.ts';
import { type Acting, tell } from './custody.ts';
import { notifyHolder } from './notifications.ts';
import type { Submitter } from './submitting/submitter.ts';

export interface AttestationRow {
  ano: string;
  url: string;
  state: AttestationState;
  createdAt: Date;
  failure: Failure | null;
  /** Of the lease it is captured under; null on the command line, and while it waits. */
  fence: string | null;
  /** It is certified without its holder being asked. */
  autoConfirm: boolean;
}

const columns = `ano, url, state, created_at as "createdAt", failure, fence, auto_confirm as "autoConfirm"`;

export async function insertAttestation(db: Client, row: { ano: string; url: string }): Promise<void> {
  await db.query('insert into attestation (ano, url) values ($1, $2)', [row.ano, row.url]);
}

export async function findAttestation(db: Client, ano: string): Promise<AttestationRow | undefined> {
  const { rows } = await db.query<AttestationRow>(`select ${columns} from attestation where ano = $1`, [ano]);
  return rows[0];
}

/** As `findAttestation`; nobody else changes it until the transaction ends. */
export async function lockAttestation(db: Client, ano: string): Promise<AttestationRow | undefined> {
  const sql = `select ${columns} from attestation where ano = $1 for update`;
  return (await db.query<AttestationRow>(sql, [ano])).rows[0];
}

export async function allAttestations(db: Client): Promise<AttestationRow[]> {
  return (await db.query<AttestationRow>(`select ${columns} from attestation order by created_at desc, ano`)).rows;
}

/**
 * What becomes of what was set aside for it. Events that are missing leave it where it is; one that was taken or given back
 * already stays so, and on the command line nothing ever was.
 */
const settlements: Partial<Record<AttestationEvent, typeof settleHold>> = {
  confirmed: settleHold,
  captured: settleHold,
  failed: releaseHold,
  rejected: releaseHold,
  cancelled: releaseHold,
  expired: releaseHold,
};

/**
 * Moves an attestation along a row of the state table, settles what it costs, and tells it in the custody record and to its
 * holder.
 * @throws Error when the table has no such row or the attestation is no longer in that state: somebody else moved it.
 */
export async function moveAttestation(
  db: Client,
  ano: string,
  from: AttestationState,
  event: AttestationEvent,
  { failure, by = 'service', said }: { failure?: Failure; by?: string | Acting; said?: readonly Said[] } = {},
): Promise<void> {
  const row = transitionFor(from, event);
  if (!row) throw new Error(`An attestation in state ${from} knows no event ${event}.`);
  const { rows } = await db.query<{ changedAt: Date }>(
    `update attestation set state = $3, changed_at = now(), failure = $4 ${beginsAnew.includes(event) ? nextAttempt : ''}
     where ano = $1 and state = $2 returning changed_at as "changedAt"`,
    [ano, from, row.to, failure ? JSON.stringify(failure) : null],
  );
  const [moved] = rows;
  if (!moved) throw new Error(`Attestation ${ano} is not in state ${from} any more.`);
  await settlements[event]?.(db, ano, moved.changedAt);
  await tell(db, { ano, event, by, said: said ?? (failure ? [failure.said] : []) });
  await notifyHolder(db, ano, event, failure);
}

/** Another try is the next attempt, and without what the one before had come to. */
const beginsAnew: readonly AttestationEvent[] = ['left', 'retried'];
const nextAttempt = `, attempt = attempt + 1, rung = 'received', step = null, is_complete = null, size_bytes = null,
  fence = null, node = null, leased_until = null, told = -1`;

/**
 * Takes the exclusive right to work on an attestation for as long as this connection lives. PostgreSQL gives it back
 * when the process or its connection dies, which is how a successor knows that the work was left.
 */
export async function tryOwn(db: Client, ano: string): Promise<boolean> {
  const { rows } = await db.query<{ own: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('attestation:' || $1, 0)) as own`,
    [ano],
  );
  return rows[0]?.own === true;
}

export async function disown(db: Client, ano: string): Promise<void> {
  await db.query(`select pg_advisory_unlock(hashtextextended('attestation:' || $1, 0))`, [ano]);
}

/** Previews that nobody answered in time. */
export async function expiredPreviews(db: Client, days: number): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation where state = 'preview' and changed_at < now() - make_interval(days => $1) limit 1000`,
    [days],
  );
  return rows.map(({ ano }) => ano);
}

/** Who submitted it, as fixed then. @throws Error for one of the command line, whose row has none */
export async function submitterOf(db: Client, ano: string): Promise<Submitter> {
  const { rows } = await db.query<{ submitter: Submitter | null }>('select submitter from attestation where ano = $1', [
    ano,
  ]);
  const submitter = rows[0]?.submitter;
  if (!submitter) throw new Error(`The row of ${ano} does not say who submitted it.`);
  return submitter;
}
