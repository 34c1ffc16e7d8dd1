import { type CodePurpose, strangerCodesADay, textCodesADay } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Asker } from './askers.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hourName = 'all';

interface Sent {
  phone: string;
  purpose: CodePurpose;
  asker: Asker;
  now: Date;
  /** Of all phones together, to askers who are not known. */
  mostTextCodesAnHour: number;
}

/**
 * Counts a code: for its asker, phone and purpose; for strangers also for the phone, and within the hour for all phones.
 * Known askers have the first alone, so that no stranger can shut them out. A refusal rolls the counts back.
 * @throws Refusal CODES_USED_UP, CODES_PAUSED
 */
export async function countCode(db: Client, { phone, purpose, asker, now, mostTextCodesAnHour }: Sent): Promise<void> {
  // Only for signing in is there another way.
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
  const { rows } = await db.query<{ sent: number; since: Date }>(
    `insert into text_code_count as c (name, sent, since) values ($1, 1, $2)
     on conflict (name) do update set sent = case when c.since <= $3 then 1 else c.sent + 1 end,
       since = case when c.since <= $3 then $2 else c.since end
     returning sent, since`,
    [name, now, new Date(now.getTime() - ms)],
  );
  const { sent = 0, since = now } = rows[0] ?? {};
  return { sent, endsInMs: Math.max(1000, since.getTime() + ms - now.getTime()) };
}

/** How many codes were sent since the running hour of counting began. */
export async function codesThisHour(db: Client, now: Date): Promise<number> {
  const { rows } = await db.query<{ sent: number }>('select sent from text_code_count where name = $1 and since > $2', [
    hourName,
    new Date(now.getTime() - hourMs),
  ]);
  return rows[0]?.sent ?? 0;
}
