import { type CustodyRecord, canonicalText } from '@proofkeep/bundle';
import type { CustodyEvent, Message } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type AttestationNotice, attestationChannel } from '../../http/live-notices.ts';

export async function insertCustodyEvent(
  db: Client,
  {
    ano,
    event,
    by,
    personId,
    messages,
  }: { ano: string; event: string; by: string; personId: string | null; messages: readonly Message[] },
): Promise<void> {
  await db.query(
    `insert into attestation_event (ano, attempt, event, by, person_id, messages)
     select ano, attempt, $2, $3, $4, $5 from attestation where ano = $1`,
    [ano, event, by, personId, canonicalText(messages)],
  );
}

/** Records an event of all attestations of a submission, and wakes live streams once for all of them. */
export async function insertSubmissionEvents(
  db: Client,
  o: { submissionId: string; event: string; by: string; personId: string | null },
): Promise<void> {
  await db.query(
    `insert into attestation_event (ano, attempt, event, by, person_id)
     select ano, attempt, $2, $3, $4 from attestation where submission_id = $1 order by created_at`,
    [o.submissionId, o.event, o.by, o.personId],
  );
  await db.query(
    `select pg_notify($2, json_build_object('kind', 'submitted', 'submission', id, 'account', account_id, 'login', login_id)::text)
     from submission where id = $1`,
    [o.submissionId, attestationChannel],
  );
}

/** Wakes live streams once the transaction commits. */
export async function notifyChanged(db: Client, ano: string): Promise<void> {
  await db.query(
    `select pg_notify($2, json_build_object('kind', 'changed', 'ano', ano, 'account', account_id, 'login', login_id)::text)
     from attestation where ano = $1`,
    [ano, attestationChannel],
  );
}

/** Sends progress to live streams; it is not recorded. */
export async function notifyProgress(db: Client, notice: AttestationNotice): Promise<void> {
  await db.query('select pg_notify($1, $2)', [attestationChannel, JSON.stringify(notice)]);
}

/** The custody record, oldest first. Users appear under the account's names for them. */
export async function findCustodyEvents(db: Client, ano: string): Promise<CustodyEvent[]> {
  const { rows } = await db.query<Omit<CustodyEvent, 'at'> & { at: Date }>({
    name: 'custody-events',
    text: `select e.at, e.attempt, e.event, coalesce(l.name, e.by) as by, p.name as "actedBy", e.messages,
         encode(e.sha256, 'hex') as sha256
       from attestation_event e left join login l on l.id::text = e.by left join login p on p.id = e.person_id
       where e.ano = $1 order by e.n`,
    values: [ano],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The custody record in the form that goes into a bundle. */
export async function readCustodyRecord(db: Client, ano: string): Promise<CustodyRecord> {
  const { rows: events } = await db.query<Omit<CustodyRecord['events'][number], 'at'> & { at: Date }>(
    `select n, at, attempt, event, by, person_id as person, messages, encode(sha256, 'hex') as sha256
     from attestation_event where ano = $1 order by n`,
    [ano],
  );
  const { rows: users } = await db.query<CustodyRecord['users'][number]>(
    `select id::text, case role when 'main' then 'holder' else 'member' end as role, name from login
     where id::text in (select unnest(array[by, person_id::text]) from attestation_event where ano = $1) order by id`,
    [ano],
  );
  return {
    v: 1,
    type: 'proofkeep-custody',
    ano,
    users,
    events: events.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/**
 * Records that a user opened the evidence, once an hour, since the page reloads it with every change. Wakes no live
 * stream. @param since recorded only if the user's last view is older
 */
export async function insertView(
  db: Client,
  o: { ano: string; by: string; personId: string | null; since: Date },
): Promise<void> {
  await db.query(
    `insert into attestation_event (ano, attempt, event, by, person_id)
     select ano, attempt, 'access.viewed', $2, $3 from attestation where ano = $1 and not exists (
       select from attestation_event where ano = $1 and by = $2 and event = 'access.viewed' and at > $4)`,
    [o.ano, o.by, o.personId, o.since],
  );
}
