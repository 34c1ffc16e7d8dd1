import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import {
  type CheckCode,
  type CheckCodeScope,
  checkCodeText,
  type InputOf,
  message,
  mostOpenCheckCodes,
  opens,
  type proofCalls,
  proofPagePath,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { recordEvent, requireCertified, requireListed } from '../attestations/service.ts';
import {
  type CodeRow,
  countGuess,
  findGoodCodes,
  findGuesses,
  findShown,
  insertCode,
  listCodes,
  revoke,
  setShown,
  takeUse,
} from './store.ts';

type Calls = typeof proofCalls;
type User = Context<'user'>;

const dayMs = 24 * 3_600_000;
/** Crockford's Base32 alphabet, without letters that look like digits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/**
 * Number of wrong codes for an attestation within an hour that are reported as wrong; after that, wrong codes get
 * TOO_MANY, while right ones still work.
 */
const mostGuesses = 60;

export async function issueCode({ ano, label, scope, days, uses }: InputOf<Calls['issueCode']>, context: User) {
  const { db, caller, now, services } = context;
  await requireCertified(db, scopeOf(caller), ano);
  if ((await findGoodCodes(db, ano, now)).length >= mostOpenCheckCodes)
    throw new Refusal('CODES_OPEN', { values: { most: mostOpenCheckCodes } });
  const code = Array.from({ length: 8 }, () => letters[randomInt(32)]).join('');
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const { accountId, loginId } = caller;
  const fingerprint = fingerprintOf(services.vault, ano, code);
  const issued = { ano, label, scope, fingerprint, mostUses: uses, createdAt: now, expiresAt, accountId, loginId };
  const id = await insertCode(db, issued);
  await recordEvent(db, {
    ano,
    event: 'holder.code-issued',
    by: caller,
    messages: [message('custody.code', { label })],
  });
  context.audit({ ano, codeId: id, scope });
  const shown = checkCodeText(code);
  const link = `${services.publicUrl}${proofPagePath(ano)}#code=${shown}`;
  return { id, code: shown, link, expiresAt: expiresAt.toISOString() };
}

export async function checkCodes({ ano }: InputOf<Calls['checkCodes']>, { db, caller, now }: User) {
  await requireListed(db, scopeOf(caller), ano);
  return { list: (await listCodes(db, ano)).map((row) => listed(row, now)), shows: await findShown(db, ano) };
}

export async function revokeCode({ id }: InputOf<Calls['revokeCode']>, context: User) {
  const { db, caller, now } = context;
  const revoked = await revoke(db, scopeOf(caller), { id, now });
  if (!revoked) throw new Refusal('NOT_FOUND');
  const { ano, label } = revoked;
  await recordEvent(db, {
    ano,
    event: 'holder.code-revoked',
    by: caller,
    messages: [message('custody.code', { label })],
  });
  context.audit({ ano, codeId: id });
  return null;
}

export async function showOnProof({ ano, shows }: InputOf<Calls['showOnProof']>, context: User) {
  const { db, caller } = context;
  await requireCertified(db, scopeOf(caller), ano);
  await setShown(db, ano, shows);
  await recordEvent(db, { ano, event: shows.length > 0 ? 'holder.published' : 'holder.unpublished', by: caller });
  context.audit({ ano, shows: shows.join(' ') });
  return null;
}

/**
 * Uses a code once. Every valid code is compared, in constant time, so that response time reveals nothing. Guesses
 * can't lock out recipients with a code; the limit per address slows guessing down. @throws Refusal CHECK_CODE_INVALID;
 * TOO_MANY for a wrong code after too many wrong ones for this attestation
 */
export async function takeCode(
  { db, now, services }: Pick<Context, 'db' | 'now' | 'services'>,
  { ano, code, wants }: { ano: string; code: string; wants: CheckCodeScope | null },
): Promise<CodeRow> {
  const given = fingerprintOf(services.vault, ano, code);
  const good = await findGoodCodes(db, ano, now);
  const [found] = good.filter(({ fingerprint }) => timingSafeEqual(fingerprint, given));
  if (!found) {
    await requireGuessesLeft(db, ano, now);
    await countGuess(db, ano, now);
    throw new Refusal('CHECK_CODE_INVALID', { isKept: true });
  }
  if (wants) requireScope(found.scope, wants);
  if (!(await takeUse(db, found.id, now))) throw new Refusal('CHECK_CODE_INVALID');
  return found;
}

async function requireGuessesLeft(db: Client, ano: string, now: Date): Promise<void> {
  const guessed = await findGuesses(db, ano, now);
  if (!guessed || guessed.failures < mostGuesses) return;
  const seconds = Math.max(1, Math.ceil((guessed.since.getTime() + 3_600_000 - now.getTime()) / 1000));
  throw new Refusal('TOO_MANY', { values: { seconds } });
}

/** @throws Refusal SCOPE_TOO_NARROW */
export function requireScope(has: CheckCodeScope, wants: CheckCodeScope): void {
  if (!opens(has, wants)) throw new Refusal('SCOPE_TOO_NARROW');
}

/** Creates a grant: 32 random bytes for the visitor, and their digest. */
export function newGrant(): { grant: string; tokenSha256: Buffer } {
  const grant = randomBytes(32).toString('base64url');
  return { grant, tokenSha256: grantDigest(grant) };
}

export const grantDigest = (grant: string): Buffer => createHash('sha256').update(grant).digest();

const fingerprintOf = (vault: Vault, ano: string, code: string): Buffer =>
  vault.fingerprint(`${ano} ${code}`, 'check-code');

const listed = (row: CodeRow, now: Date): CheckCode => ({
  id: row.id,
  label: row.label,
  scope: row.scope,
  state: stateOf(row, now),
  uses: row.uses,
  mostUses: row.mostUses,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  by: row.by,
});

function stateOf({ revokedAt, uses, mostUses, expiresAt }: CodeRow, now: Date): CheckCode['state'] {
  if (revokedAt) return 'revoked';
  if (uses >= mostUses) return 'used';
  return expiresAt <= now ? 'expired' : 'active';
}
