import { createHash } from 'node:crypto';
import type { Call } from '@proofkeep/contract';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../database/client.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Vault } from '../kit/vault.ts';
import type { AnyCaller } from './caller.ts';
import { idOf } from './policy.ts';

interface IdempotentRequest {
  call: Call;
  request: FastifyRequest;
  caller: AnyCaller | null;
  vault: Vault;
  input: unknown;
}

/**
 * Makes a change once per caller and `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), in the caller's
 * transaction. A repeat gets the first answer. A concurrent repeat is refused, and so is a different request under the
 * same key. A refused change leaves nothing and may be retried.
 */
export async function onceOnly<T>(db: Client, asked: IdempotentRequest, change: () => Promise<T>): Promise<T> {
  const key = asked.request.headers['idempotency-key'];
  if (typeof key !== 'string' || !asked.caller) return change();
  const { call, caller, input, vault } = asked;
  const scope = sha256([idOf(caller), call.method, call.path, key]);
  // Inputs may contain passwords and replies may contain codes, so the database stores a fingerprint and a ciphertext.
  const request = vault.fingerprint(JSON.stringify(input) ?? '', 'idempotency');
  const place = `idempotency/${scope.toString('hex')}`;

  const { rows: locks } = await db.query<{ own: boolean }>('select pg_try_advisory_xact_lock($1) as own', [
    scope.readBigInt64BE(0),
  ]);
  if (!locks[0]?.own) throw new Refusal('BUSY_WITH_IT');
  const { rows } = await db.query<{ request: Buffer; reply: Buffer }>(
    'select request_sha256 as request, reply from idempotency where scope_sha256 = $1',
    [scope],
  );
  const [before] = rows;
  if (before && !before.request.equals(request)) throw new Refusal('KEY_REUSED');
  if (before) return JSON.parse(vault.decrypt(before.reply, place)) as T;

  const reply = await change();
  await db.query('insert into idempotency (scope_sha256, request_sha256, reply) values ($1, $2, $3)', [
    scope,
    request,
    vault.encrypt(JSON.stringify(reply), place),
  ]);
  return reply;
}

export async function deleteExpiredReplies(db: Client, before: Date): Promise<void> {
  await db.query('delete from idempotency where created_at < $1', [before]);
}

const sha256 = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();
