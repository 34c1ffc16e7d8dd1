import type { InputOf, ReplyOf, verificationCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findSealed, findSealedByDigest, type SealedRow } from '../attestations/service.ts';
import { isCertifiedAs } from '../certification/service.ts';

type Calls = typeof verificationCalls;
type Facts = ReplyOf<Calls['queryByHolder']>;
type Public = Context<'public'>;

/** Lists the sealed attestations that contain a file with these digests. */
export async function queryByFile(digests: InputOf<Calls['queryByFile']>, { db, services }: Public) {
  const rows = await findSealedByDigest(db, digests);
  const indexes = await services.log.indexes(rows.map(({ ano }) => ano));
  return { list: rows.map((row) => ({ ...factsOf(row, indexes), path: row.path })) };
}

/**
 * @throws Refusal NOT_FOUND, also if the attestation exists but the number isn't that of its certified holder or
 * company
 */
export async function queryByHolder(o: InputOf<Calls['queryByHolder']>, { db, services }: Public): Promise<Facts> {
  const row = await findSealed(db, o.ano.toUpperCase());
  if (!row?.accountId || !(await isCertifiedAs(db, services.vault, row.accountId, o.idNumber)))
    throw new Refusal('NOT_FOUND');
  return factsOf(row, await services.log.indexes([row.ano]));
}

/** @throws Refusal NOT_FOUND, also if the attestation exists but has another manifest */
export async function queryByCertificate(
  o: InputOf<Calls['queryByCertificate']>,
  { db, services }: Public,
): Promise<Facts> {
  const row = await findSealed(db, o.ano.toUpperCase());
  if (row?.manifestSha256 !== o.sha256) throw new Refusal('NOT_FOUND');
  return factsOf(row, await services.log.indexes([row.ano]));
}

const factsOf = (
  { ano, kind, state, manifestSha256, sealedAt }: SealedRow,
  indexes: ReadonlyMap<string, number>,
): Facts => ({
  ano,
  kind,
  state,
  manifestSha256,
  logIndex: indexes.get(ano) ?? null,
  sealedAt: sealedAt?.toISOString() ?? null,
});
