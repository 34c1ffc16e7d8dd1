import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { isConnectionHeld } from '../../database/database.ts';
import { limitConcurrency, QueueFull } from '../../kit/concurrency-limit.ts';
import { Refusal } from '../../kit/refusal.ts';

/** RFC 9106 §4, second recommended option: memory in KiB. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };
const common = new Set(dictionary['passwords-common']);

/**
 * Half of Node's four worker threads, which leaves the others to files and name resolution. The last request in a full
 * queue waits some seconds.
 */
const atOnce = 2;
const mostWaiting = 60;
const busySeconds = 5;
const inTurn = limitConcurrency(atOnce, mostWaiting);

/**
 * Runs hashing in a queue and never while a database connection is held, since it takes as long as a hundred reads.
 * @throws Refusal PASSWORDS_BUSY if the queue is full
 */
async function withoutConnection<T>(work: () => Promise<T>): Promise<T> {
  if (isConnectionHeld()) throw new Error('Hash passwords before the transaction begins.');
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('PASSWORDS_BUSY', { values: { seconds: busySeconds } });
    throw error;
  }
}

/** @throws Refusal PASSWORD_COMMON (NIST SP 800-63B-4 §3.1.1.2: compare with common passwords and the account's own data) */
export async function hashPassword(password: string, phone: string): Promise<string> {
  const plain = password.toLowerCase();
  if (common.has(plain) || plain.includes(phone)) throw new Refusal('PASSWORD_COMMON');
  return withoutConnection(() => hash(password.normalize('NFC'), cost));
}

/** Takes equally long if the account doesn't exist, so that response time reveals nothing. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const compared = passwordHash ?? (await placeholderHash);
  const isRight = await withoutConnection(() => verify(compared, password.normalize('NFC')));
  return isRight && typeof passwordHash === 'string';
}

const placeholderHash = hash('placeholder', cost);
