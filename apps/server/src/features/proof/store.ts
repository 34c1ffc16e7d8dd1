import type { CheckCodeScope, ProofContent } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { EvidenceScope } from '../../http/policy.ts';

export interface CodeRow {
  id: string;
  ano: string;
  label: string;
  scope: CheckCodeScope;
  fingerprint: Buffer;
  uses: number;
  mostUses: number;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Name of the issuer. */
  by: string;
}

const columns = `c.id, c.ano, c.label, c.scope, c.fingerprint, c.uses, c.most_uses as "mostUses",
  c.created_at as "createdAt", c.expires_at as "expiresAt", c.revoked_at as "revokedAt", l.name as by`;
const from = 'check_code c join login l on l.id = c.login_id';
const isGood = 'c.revoked_at is null and c.uses < c.most_uses and c.expires_at > $2';

export async function insertCode(
  db: Client,
  o: Pick<CodeRow, 'ano' | 'label' | 'scope' | 'fingerprint' | 'mostUses' | 'createdAt' | 'expiresAt'> & {
    accountId: string;
    loginId: string;
  },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into check_code (ano, account_id, login_id, label, scope, fingerprint, most_uses, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [o.ano, o.accountId, o.loginId, o.label, o.scope, o.fingerprint, o.mostUses, o.createdAt, o.expiresAt],
  );
  return rows[0]?.id ?? '';
}

export async function listCodes(db: Client, ano: string): Promise<CodeRow[]> {
  const { rows } = await db.query(`select ${columns} from ${from} where c.ano = $1 order by c.id desc limit 200`, [
    ano,
  ]);
  return rows as unknown as CodeRow[];
}

/** Codes that can still open an attestation. */
export async function findGoodCodes(db: Client, ano: string, now: Date): Promise<CodeRow[]> {
  const { rows } = await db.query(`select ${columns} from ${from} where c.ano = $1 and ${isGood}`, [ano, now]);
  return rows as unknown as CodeRow[];
}

/** Counts a use. @returns false if no use is left, or the code was revoked meanwhile */
export async function takeUse(db: Client, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(`update check_code c set uses = uses + 1 where c.id = $1 and ${isGood}`, [
    id,
    now,
  ]);
  return rowCount === 1;
}

/** @returns the code; undefined if it has another scope or was already revoked */
export async function revoke(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { id, now }: { id: string; now: Date },
): Promise<{ ano: string; label: string } | undefined> {
  const { rows } = await db.query<{ ano: string; label: string }>(
    `update check_code c set revoked_at = $4 from attestation a
     where c.id = $3 and a.ano = c.ano and a.account_id = $1 and ($2::uuid is null or a.login_id = $2) and c.revoked_at is null
     returning c.ano, c.label`,
    [accountId, loginId, id, now],
  );
  if (rows[0]) await db.query('delete from check_code_grant where code_id = $1', [id]);
  return rows[0];
}

export async function insertGrant(
  db: Client,
  o: { tokenSha256: Buffer; codeId: string; expiresAt: Date },
): Promise<void> {
  await db.query('insert into check_code_grant (token_sha256, code_id, expires_at) values ($1, $2, $3)', [
    o.tokenSha256,
    o.codeId,
    o.expiresAt,
  ]);
}

/** The check code of an active grant; `expiresAt` is the grant's. */
export async function findGrant(
  db: Client,
  tokenSha256: Buffer,
  now: Date,
): Promise<Pick<CodeRow, 'ano' | 'label' | 'scope' | 'expiresAt'> | undefined> {
  const { rows } = await db.query(
    `select c.ano, c.label, c.scope, g.expires_at as "expiresAt" from check_code_grant g
     join check_code c on c.id = g.code_id where g.token_sha256 = $1 and g.expires_at > $2 and c.revoked_at is null`,
    [tokenSha256, now],
  );
  return rows[0] as unknown as Pick<CodeRow, 'ano' | 'label' | 'scope' | 'expiresAt'> | undefined;
}

export async function deleteExpiredCodeGrants(db: Client, before: Date): Promise<void> {
  await db.query('delete from check_code_grant where expires_at < $1', [before]);
}

/** Counts a wrong code; the count restarts an hour after its first. */
export async function countGuess(db: Client, ano: string, now: Date): Promise<void> {
  await db.query(
    `insert into check_code_guess as g (ano, failures, since) values ($1, 1, $2)
     on conflict (ano) do update set
       failures = case when g.since > $2::timestamptz - interval '1 hour' then g.failures + 1 else 1 end,
       since = case when g.since > $2::timestamptz - interval '1 hour' then g.since else excluded.since end`,
    [ano, now],
  );
}

/** Wrong codes for an attestation within the hour. */
export async function findGuesses(
  db: Client,
  ano: string,
  now: Date,
): Promise<{ failures: number; since: Date } | undefined> {
  const { rows } = await db.query<{ failures: number; since: Date }>(
    `select failures, since from check_code_guess where ano = $1 and since > $2::timestamptz - interval '1 hour'`,
    [ano, now],
  );
  return rows[0];
}

export async function findShown(db: Client, ano: string): Promise<ProofContent[]> {
  const { rows } = await db.query<{ shows: ProofContent[] }>('select shows from proof_page where ano = $1', [ano]);
  return rows[0]?.shows ?? [];
}

export async function setShown(db: Client, ano: string, shows: readonly ProofContent[]): Promise<void> {
  await db.query(
    `insert into proof_page (ano, shows) values ($1, $2) on conflict (ano) do update set shows = excluded.shows`,
    [ano, shows],
  );
}

export async function findSample(db: Client): Promise<string | undefined> {
  const { rows } = await db.query<{ ano: string }>('select ano from sample_proof');
  return rows[0]?.ano;
}

/** @returns the number of the sample; waits for a concurrent transaction that makes one, and fails if that commits */
export async function insertSample(db: Client, ano: string): Promise<string> {
  await db.query('insert into sample_proof (ano) values ($1)', [ano]);
  return ano;
}
