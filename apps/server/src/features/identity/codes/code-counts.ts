import { type CodePurpose, strangerCodesADay, textCodesADay } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Asker } from './askers.ts';
import { countedSince, countSent } from './code-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hourName = 'all';

interface SentCode {
  phone: string;
  purpose: CodePurpose;
  asker: Asker;
  now: Date;
  /** Limit for unknown askers, all phones together. */
  mostTextCodesAnHour: number;
}

/**
 * Counts a code per asker, phone and purpose; for unknown askers also per phone and, within the hour, for all phones. Only
 * the first limit applies to known askers, so that no stranger can shut them out. A refusal rolls the counts back.
 * @throws Refusal CODES_USED_UP, CODES_PAUSED
 */
export async function countCode(
  db: Client,
  { phone, purpose, asker, now, mostTextCodesAnHour }: SentCode,
): Promise<void> {
  // The refusal names other ways to sign in; only these purposes have some.
  const ways: Record<string, string> = purpose === 'login' || purpose === 'reset' ? { otherWays: '' } : {};
  const perPhone = [{ name: `own ${phone} ${purpose} ${asker.name}`, most: textCodesADay }];
  if (!asker.isKnown) perPhone.push({ name: `strangers ${phone}`, most: strangerCodesADay });
  for (const { name, most } of perPhone) {
    const { sent, endsInMs } = await count(db, name, dayMs, now);
    if (sent <= most) continue;
    const values = { hours: Math.ceil(endsInMs / hourMs), seconds: Math.ceil(endsInMs / 1000), ...ways };
    throw new Refusal('CODES_USED_UP', { values });
  }
  const { sent, endsInMs } = await count(db, hourName, hourMs, now);
  if (asker.isKnown || sent <= mostTextCodesAnHour) return;
  const values = { minutes: Math.ceil(endsInMs / 60_000), seconds: Math.ceil(endsInMs / 1000), ...ways };
  throw new Refusal('CODES_PAUSED', { values });
}

async function count(db: Client, name: string, ms: number, now: Date): Promise<{ sent: number; endsInMs: number }> {
  const { sent, since } = await countSent(db, name, { now, windowBegan: new Date(now.getTime() - ms) });
  return { sent, endsInMs: Math.max(1000, since.getTime() + ms - now.getTime()) };
}

/** Returns the number of codes sent in the current hour of counting. */
export const codesThisHour = (db: Client, now: Date): Promise<number> =>
  countedSince(db, hourName, new Date(now.getTime() - hourMs));
