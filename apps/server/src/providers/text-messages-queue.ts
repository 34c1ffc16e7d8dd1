import { type Language, maskedPhone } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Vault } from '../kit/vault.ts';
import type { Template } from './text-bodies.ts';
import { goodForMs, type TextMessages, valuesNamedIn } from './text-messages.ts';

export interface OutgoingText {
  /** Ours; the provider keeps it with the message. */
  id: string;
  phone: string;
  template: Template;
  language: Language;
  values: Record<string, string>;
}

export type TextOutcome =
  | { became: 'sent'; providerId: string }
  /** It was not taken, and may be later. */
  | { became: 'deferred'; code: string; says: string }
  /** It was not taken and never will be. `isForOperator`: nor will others, before he has done something. */
  | { became: 'refused'; code: string; says: string; requestId: string; isForOperator: boolean };

export interface TextCarrier {
  /** @throws Error where it is not known what became of the message */
  carry(message: OutgoingText): Promise<TextOutcome>;
  /** Whether a message that was handed over at that time was taken. @throws Error where nobody tells */
  hasTaken(message: { id: string; phone: string; at: Date }): Promise<boolean>;
}

export interface Delivering {
  database: Database;
  vault: Vault;
  /** Null where none is set up any more: what waits is sent by the next one, while it is worth it. */
  carrier: TextCarrier | null;
  clock: () => Date;
  /** Hears of what the operator has to see to. */
  onRefused(refused: { id: string; phone: string; template: string; code: string; says: string }): void;
}

/** Longer than a carrier may take to answer, and some time for what it took to be listed there. */
export const outcomeUnknownMs = 20_000;

const placeOf = (id: string) => `text_message.sealed_values ${id}`;

/** Messages that a job hands to a carrier once the transaction that asked for them is committed. */
export const queuedTextMessages = ({ vault, jobs }: { vault: Vault; jobs: () => Jobs }): TextMessages => ({
  async send(db, { phone, template, values, language }) {
    const { rows } = await db.query<{ id: string }>('select uuidv7() as id');
    const { id } = rows[0] as { id: string };
    const sealed = vault.seal(JSON.stringify(valuesNamedIn(template, values)), placeOf(id));
    await db.query(
      `insert into text_message (id, phone, template, language, sealed_values, state)
       values ($1, $2, $3, $4, $5, 'waiting')`,
      [id, phone, template, language, sealed],
    );
    await jobs().send(db, 'send-text-message', { id });
  },
});

interface Claimed {
  phone: string;
  template: Template;
  language: Language;
  sealedValues: Buffer;
  createdAt: Date;
  /** When it was handed over before, and nobody knows what became of it. */
  triedAt: Date | null;
}

/**
 * Hands one message to the carrier. May be done again and at the same time: one does it, and where a try ended without an
 * answer the next asks first whether the carrier has it. @throws Error where it has to be tried again
 */
export async function deliverText(o: Delivering, id: string): Promise<void> {
  const { pool } = o.database;
  const { carrier } = o;
  const now = o.clock();
  const claimed = await claim(pool, id, now);
  if (claimed === 'settled') return;
  if (claimed === 'busy') throw new Error(`What became of text message ${id} is not known yet.`);
  const { phone, template, language, sealedValues, createdAt, triedAt } = claimed;
  if (triedAt && (await carrier?.hasTaken({ id, phone, at: triedAt }))) return settle(pool, id, now, {});
  if (now.getTime() > createdAt.getTime() + goodForMs(template)) return settle(pool, id, now, { refusal: 'EXPIRED' });
  if (!carrier) throw new Error('SMS_PROVIDER is outbox, and a text message waits to be sent.');

  const values = JSON.parse(o.vault.open(sealedValues, placeOf(id))) as Record<string, string>;
  const outcome = await carrier.carry({ id, phone, template, language, values });
  if (outcome.became === 'sent') return settle(pool, id, now, { providerId: outcome.providerId });
  const { code, says } = outcome;
  if (outcome.became === 'deferred') {
    await pool.query('update text_message set tried_at = null where id = $1', [id]);
    throw new Error(`Text message ${id} was not taken yet: ${code} ${says}`);
  }
  await settle(pool, id, now, { refusal: code, providerId: outcome.requestId });
  if (outcome.isForOperator) o.onRefused({ id, phone: maskedPhone(phone), template, code, says });
}

/** Whoever claims it has it for `outcomeUnknownMs`. */
async function claim(db: Client, id: string, now: Date): Promise<Claimed | 'settled' | 'busy'> {
  const { rows } = await db.query(
    `update text_message set tried_at = $2 where id = $1 and state = 'waiting' and (tried_at is null or tried_at <= $3)
     returning phone, template, language, sealed_values as "sealedValues", created_at as "createdAt",
       old.tried_at as "triedAt"`,
    [id, now, new Date(now.getTime() - outcomeUnknownMs)],
  );
  if (rows[0]) return rows[0] as unknown as Claimed;
  const { rowCount } = await db.query(`select from text_message where id = $1 and state = 'waiting'`, [id]);
  return rowCount ? 'busy' : 'settled';
}

async function settle(
  db: Client,
  id: string,
  at: Date,
  { refusal = null, providerId = null }: { refusal?: string | null; providerId?: string | null },
): Promise<void> {
  await db.query(
    `update text_message set state = $2, refusal = $3, provider_id = $4, settled_at = $5, sealed_values = null
     where id = $1 and state = 'waiting'`,
    [id, refusal === null ? 'sent' : 'refused', refusal, providerId, at],
  );
}
