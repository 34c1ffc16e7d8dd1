import type { Client } from '../../database/client.ts';

/** An identity at a provider. */
export interface Identity {
  provider: string;
  subject: string;
  /** The display name at the provider; null if it gives none. */
  label: string | null;
}

export async function insertRequest(
  db: Client,
  o: { stateSha256: Buffer; browserSha256: Buffer; provider: string; secrets: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('delete from third_request where expires_at < $1', [o.now]);
  await db.query(
    `insert into third_request (state_sha256, browser_sha256, provider, secrets, expires_at) values ($1, $2, $3, $4, $5)`,
    [o.stateSha256, o.browserSha256, o.provider, o.secrets, o.expiresAt],
  );
}

/** Deletes and returns the request of the browser that was sent to the provider. */
export async function takeRequest(
  db: Client,
  o: { stateSha256: Buffer; browserSha256: Buffer; now: Date },
): Promise<{ provider: string; secrets: Buffer } | undefined> {
  const { rows } = await db.query<{ provider: string; secrets: Buffer }>(
    `delete from third_request where state_sha256 = $1 and browser_sha256 = $2 and expires_at > $3
     returning provider, secrets`,
    [o.stateSha256, o.browserSha256, o.now],
  );
  return rows[0];
}

export async function insertTicket(
  db: Client,
  o: Identity & { ticketSha256: Buffer; browserSha256: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('delete from third_ticket where expires_at < $1', [o.now]);
  await db.query(
    `insert into third_ticket (ticket_sha256, browser_sha256, provider, subject, label, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [o.ticketSha256, o.browserSha256, o.provider, o.subject, o.label, o.expiresAt],
  );
}

export async function takeTicket(
  db: Client,
  o: { ticketSha256: Buffer; browserSha256: Buffer; now: Date },
): Promise<Identity | undefined> {
  const { rows } = await db.query(
    `delete from third_ticket where ticket_sha256 = $1 and browser_sha256 = $2 and expires_at > $3
     returning provider, subject, label`,
    [o.ticketSha256, o.browserSha256, o.now],
  );
  return rows[0] as Identity | undefined;
}

export async function findBoundPerson(db: Client, o: Identity): Promise<string | undefined> {
  const { rows } = await db.query<{ personId: string }>(
    'select person_id as "personId" from third_account where provider = $1 and subject = $2',
    [o.provider, o.subject],
  );
  return rows[0]?.personId;
}

export async function findBound(
  db: Client,
  personId: string,
): Promise<{ id: string; provider: string; label: string | null; boundAt: Date }[]> {
  const { rows } = await db.query(
    'select id, provider, label, bound_at as "boundAt" from third_account where person_id = $1 order by bound_at, id',
    [personId],
  );
  return rows as never;
}

/** @returns undefined if the identity is already bound, or the person has one of this provider */
export async function insertBound(
  db: Client,
  o: Identity & { personId: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into third_account (person_id, provider, subject, label, bound_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [o.personId, o.provider, o.subject, o.label, o.now],
  );
  return rows[0]?.id;
}

/** @returns the provider; undefined if the binding doesn't exist */
export async function deleteBound(
  db: Client,
  o: { personId: string } & ({ id: string } | { provider: string }),
): Promise<string | undefined> {
  const [column, value] = 'id' in o ? ['id', o.id] : ['provider', o.provider];
  const { rows } = await db.query<{ provider: string }>(
    `delete from third_account where person_id = $1 and ${column} = $2 returning provider`,
    [o.personId, value],
  );
  return rows[0]?.provider;
}

/** Deletes every binding of a login that left or was closed. */
export async function deleteBindings(db: Client, personId: string): Promise<void> {
  await db.query('delete from third_account where person_id = $1', [personId]);
}
