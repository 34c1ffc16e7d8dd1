import { type CodePurpose, strangerCodesADay, textCodesADay } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { CodeRequester } from './code-requesters.ts';
import { countedSince, countSent } from './code-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hourName = 'all';

interface SentCode {
  phone: string;
  purpose: CodePurpose;
  requester: CodeRequester;
  now: Date;
  /** Hourly limit for unknown requesters, over all phones. */
  mostTextCodesAnHour: number;
}

/**
 * Counts a code per requester, phone and purpose; for unknown requesters also per phone and, within the hour, over all
 * phones. Only the first limit applies to known requesters, so that strangers can't lock them out. A refusal rolls the
 * counts back. @throws Refusal CODES_USED_UP, CODES_PAUSED
 */
export async function countCode(
  db: Client,
  { phone, purpose, requester, now, mostTextCodesAnHour }: SentCode,
): Promise<void> {
  // The refusal names other ways to sign in, which only these purposes have.
  const ways: Record<string, string> = purpose === 'login' || purpose === 'reset' ? { otherWays: '' } : {};
  const perPhone = [{ name: `own ${phone} ${purpose} ${requester.name}`, most: textCodesADay }];
  if (!requester.isKnown) perPhone.push({ name: `strangers ${phone}`, most: strangerCodesADay });
  for (const { name, most } of perPhone) {
    const { sent, endsInMs } = await count(db, name, dayMs, now);
    if (sent <= most) continue;
    const values = { hours: Math.ceil(endsInMs / hourMs), seconds: Math.ceil(endsInMs / 1000), ...ways };
    throw new Refusal('CODES_USED_UP', { values });
  }
  const { sent, endsInMs } = await count(db, hourName, hourMs, now);
  if (requester.isKnown || sent <= mostTextCodesAnHour) return;
  const values = { minutes: Math.ceil(endsInMs / 60_000), seconds: Math.ceil(endsInMs / 1000), ...ways };
  throw new Refusal('CODES_PAUSED', { values });
}

async function count(db: Client, name: string, ms: number, now: Date): Promise<{ sent: number; endsInMs: number }> {
  const { sent, since } = await countSent(db, name, { now, windowBegan: new Date(now.getTime() - ms) });
  return { sent, endsInMs: Math.max(1000, since.getTime() + ms - now.getTime()) };
}

/** Returns the number of codes sent in the current counting hour. */
export const codesThisHour = (db: Client, now: Date): Promise<number> =>
  countedSince(db, hourName, new Date(now.getTime() - hourMs));
