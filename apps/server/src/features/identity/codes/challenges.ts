import { createHash, randomBytes } from 'node:crypto';
import type { Challenge } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { insertChallenge, takeChallenge } from './challenge-store.ts';

/**
 * About 65,000 digests: under a second on an old phone, but a day for a machine that requests messages by the hundred
 * thousand.
 */
const zeroBits = 16;
const validMs = 10 * 60_000;

export async function newChallenge(db: Client, now: Date): Promise<z.output<typeof Challenge>> {
  const salt = randomBytes(16).toString('hex');
  const id = await insertChallenge(db, { salt, zeroBits, now, expiresAt: new Date(now.getTime() + validMs) });
  return { id, salt, zeroBits };
}

/** Spends a challenge, which allows one try. @throws Refusal CHALLENGE_UNSOLVED */
export async function spendChallenge(
  db: Client,
  o: { challengeId: string; solution: string; now: Date },
): Promise<void> {
  const challenge = await takeChallenge(db, o.challengeId, o.now);
  if (!challenge || !isSolved(challenge, o.solution)) throw new Refusal('CHALLENGE_UNSOLVED', { isKept: true });
}

function isSolved({ salt, zeroBits }: { salt: string; zeroBits: number }, solution: string): boolean {
  const digest = createHash('sha256').update(`${salt}${solution}`).digest();
  return Math.clz32(digest.readUInt32BE(0)) >= zeroBits;
}
