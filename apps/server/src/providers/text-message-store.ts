import type { Language } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { transition } from '../kit/transition.ts';
import type { Template } from './text-bodies.ts';
import { type TextMessageWho, textMessageLifecycle } from './text-message-states.ts';

/** A text message whose values are encrypted until its outcome is known. */
export interface WaitingText {
  phone: string;
  template: Template;
  language: Language;
  encryptedValues: Buffer;
  createdAt: Date;
  /** The last attempt, if its outcome is unknown. */
  triedAt: Date | null;
}

/** Stores a text message in the development outbox. */
export async function keepText(db: Client, { phone, body }: { phone: string; body: string }): Promise<void> {
  await db.query('insert into text_message (phone, body) values ($1, $2)', [phone, body]);
}

export async function listKeptTexts(db: Client): Promise<{ phone: string; body: string; at: Date }[]> {
  const { rows } = await db.query<{ phone: string; body: string; at: Date }>(
    `select phone, body, created_at as at from text_message where state = 'kept' order by id desc limit 100`,
  );
  return rows;
}

export async function insertWaitingText(
  db: Client,
  o: Pick<WaitingText, 'phone' | 'template' | 'language' | 'encryptedValues'> & { id: string },
): Promise<void> {
  await db.query(
    `insert into text_message (id, phone, template, language, encrypted_values, state)
     values ($1, $2, $3, $4, $5, 'waiting')`,
    [o.id, o.phone, o.template, o.language, o.encryptedValues],
  );
}

/** Claims a waiting message until `staleBefore` passes its new `tried_at`; `busy` while another process has it. */
export async function claimText(
  db: Client,
  o: { id: string; now: Date; staleBefore: Date },
): Promise<WaitingText | 'settled' | 'busy'> {
  const { rows } = await db.query(
    `update text_message set tried_at = $2 where id = $1 and state = 'waiting' and (tried_at is null or tried_at <= $3)
     returning phone, template, language, encrypted_values as "encryptedValues", created_at as "createdAt",
       old.tried_at as "triedAt"`,
    [o.id, o.now, o.staleBefore],
  );
  if (rows[0]) return rows[0] as unknown as WaitingText;
  const { rowCount } = await db.query(`select from text_message where id = $1 and state = 'waiting'`, [o.id]);
  return rowCount ? 'busy' : 'settled';
}

/** Releases a claim, so that the next attempt may begin at once. */
export async function releaseText(db: Client, id: string): Promise<void> {
  await db.query('update text_message set tried_at = null where id = $1', [id]);
}

export interface SettledText {
  event: 'send' | 'refuse';
  who: TextMessageWho;
  at: Date;
  /** Why it was refused: the provider's code, or EXPIRED. */
  refusal?: string;
  providerId?: string;
}

/** Records the outcome and deletes the values. @throws Refusal STATE_FORBIDS if an outcome was recorded before */
export async function settleText(
  db: Client,
  id: string,
  { event, who, at, refusal, providerId }: SettledText,
): Promise<void> {
  await transition(db, textMessageLifecycle, id, {
    event,
    who,
    detail: null,
    set: { refusal: refusal ?? null, provider_id: providerId ?? null, settled_at: at, encrypted_values: null },
  });
}
