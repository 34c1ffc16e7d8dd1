import type { ReplyOf, verificationCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

type Facts = ReplyOf<typeof verificationCalls.queryByHolder>;

const columns = `a.ano, 'page' as kind, a.state, encode(a.manifest_sha256, 'hex') as "manifestSha256",
  l.idx::float8 as "logIndex", a.sealed_at as "sealedAt"`;

interface Row extends Omit<Facts, 'sealedAt'> {
  sealedAt: Date | null;
  path: string;
}

const factsOf = ({ sealedAt, ...row }: Row) => ({ ...row, sealedAt: sealedAt?.toISOString() ?? null });

/** Sealed attestations that hold a file of this digest; nobody is told of others. */
export async function findByDigest(
  db: Client,
  { sha256, sm3 }: { sha256?: string | undefined; sm3?: string | undefined },
) {
  const { rows } = await db.query(
    `select ${columns}, f.path from sealed_file f join attestation a on a.ano = f.ano join log_entry l on l.key = a.ano
     where ($1::text is null or f.sha256 = decode($1, 'hex')) and ($2::text is null or f.sm3 = decode($2, 'hex'))
       and a.state = 'succeeded'
     order by a.sealed_at limit 50`,
    [sha256 ?? null, sm3 ?? null],
  );
  return (rows as unknown as Row[]).map(factsOf);
}

/** By the keyed fingerprint of the number with which the account's holder, or its enterprise, was certified. */
export async function findByHolder(db: Client, numberFingerprint: Buffer, ano: string): Promise<Facts | undefined> {
  const { rows } = await db.query(
    `select ${columns} from attestation a join log_entry l on l.key = a.ano
     where a.ano = $1 and a.state = 'succeeded' and exists (
       select from certification c join login h on h.account_id = a.account_id and h.role = 'main'
       where c.state = 'approved' and c.number_fingerprint = $2
         and case c.kind when 'personal' then c.person_id = h.id else c.account_id = a.account_id end)`,
    [ano.toUpperCase(), numberFingerprint],
  );
  const [row] = rows as unknown as Row[];
  return row && factsOf(row);
}
