import { createHash, randomBytes } from 'node:crypto';
import type { Challenge } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';

/** About 65,000 digests: under a second of an old phone, a day of a machine that would send messages by the hundred thousand. */
const zeroBits = 16;
const validMs = 10 * 60_000;

export async function newChallenge(db: Client, now: Date): Promise<z.output<typeof Challenge>> {
  const salt = randomBytes(16).toString('hex');
  await db.query('delete from challenge where expires_at < $1', [now]);
  const { rows } = await db.query<{ id: string }>(
    'insert into challenge (salt, zero_bits, expires_at) values ($1, $2, $3) returning id',
    [salt, zeroBits, new Date(now.getTime() + validMs)],
  );
  return { id: rows[0]?.id ?? '', salt, zeroBits };
}

/** A challenge is good for one try. @throws Refusal CHALLENGE_UNSOLVED */
export async function spendChallenge(
  db: Client,
  o: { challengeId: string; solution: string; now: Date },
): Promise<void> {
  const { rows } = await db.query<{ salt: string; zeroBits: number }>(
    'delete from challenge where id::text = $1 and expires_at > $2 returning salt, zero_bits as "zeroBits"',
    [o.challengeId, o.now],
  );
  const [challenge] = rows;
  if (!challenge || !isSolved(challenge, o.solution)) throw new Refusal('CHALLENGE_UNSOLVED', { isKept: true });
}

function isSolved({ salt, zeroBits }: { salt: string; zeroBits: number }, solution: string): boolean {
  const digest = createHash('sha256').update(`${salt}${solution}`).digest();
  return Math.clz32(digest.readUInt32BE(0)) >= zeroBits;
}
