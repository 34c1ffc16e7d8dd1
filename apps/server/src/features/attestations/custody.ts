import type { AttestationEvent, ProofRung, Said } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Caller } from '../../http/caller.ts';
import { attestationChannel } from '../../http/live-notices.ts';

/** A login, and the person who acts as it. */
export type Acting = Pick<Caller, 'loginId' | 'personId' | 'isOwn'>;

export interface Told {
  ano: string;
  /** A row of the state table, a rung of the ladder, a step of the capture, or an act of its holder. */
  event: AttestationEvent | ProofRung | `step.${string}` | `holder.${string}`;
  /** A capture node, whoever acted, or `service`. */
  by: string | Acting;
  said?: readonly Said[];
}

/** Writes down, for good and in the transaction of the change, what happened to an attestation, and wakes who watches it. */
export async function tell(db: Client, { ano, event, by, said = [] }: Told): Promise<void> {
  const [login, person] = typeof by === 'string' ? [by, null] : [by.loginId, by.isOwn ? null : by.personId];
  await db.query(
    `insert into attestation_event (ano, attempt, event, by, person_id, said)
     select ano, attempt, $2, $3, $4, $5 from attestation where ano = $1`,
    [ano, event, login, person, JSON.stringify(said)],
  );
  await wake(db, ano);
}

/** Told once the transaction is committed. */
export async function wake(db: Client, ano: string): Promise<void> {
  await db.query(
    `select pg_notify($2, json_build_object('kind', 'changed', 'ano', ano, 'account', account_id)::text)
     from attestation where ano = $1`,
    [ano, attestationChannel],
  );
}

/** Reaches a rung: the row says the newest, the custody record when. */
export async function reach(
  db: Client,
  ano: string,
  rung: ProofRung,
  by: string,
  said?: readonly Said[],
): Promise<void> {
  await db.query('update attestation set rung = $2 where ano = $1', [ano, rung]);
  await tell(db, { ano, event: rung, by, said });
}
