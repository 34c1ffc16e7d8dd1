import { type Language, maskedPhone } from '@proofkeep/contract';
import type { Database } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Vault } from '../kit/vault.ts';
import type { Template } from './text-bodies.ts';
import { claimText, insertWaitingText, releaseText, type SettledText, settleText } from './text-message-store.ts';
import { goodForMs, type TextMessages, valuesNamedIn } from './text-messages.ts';

export interface OutgoingText {
  /** Our id; the provider stores it with the message. */
  id: string;
  phone: string;
  template: Template;
  language: Language;
  values: Record<string, string>;
}

export type TextOutcome =
  | { became: 'sent'; providerId: string }
  /** Not accepted, but may be later. */
  | { became: 'deferred'; code: string; says: string }
  /** Rejected for good. `isForOperator`: all messages will be rejected until the operator acts. */
  | { became: 'refused'; code: string; says: string; requestId: string; isForOperator: boolean };

export interface TextCarrier {
  /** @throws Error if the outcome is unknown */
  carry(message: OutgoingText): Promise<TextOutcome>;
  /** Whether a message handed over at that time was accepted. @throws Error if the provider doesn't say */
  hasTaken(message: { id: string; phone: string; at: Date }): Promise<boolean>;
}

export interface TextDeliveryDeps {
  database: Database;
  vault: Vault;
  /** Null if none is configured any more: waiting messages are sent by the next one while they are still useful. */
  carrier: TextCarrier | null;
  clock: () => Date;
  /** Called for refusals that the operator must resolve. */
  onRefused(refused: { id: string; phone: string; template: string; code: string; says: string }): void;
}

/** Longer than a carrier may take to answer, plus the time until it lists an accepted message. */
export const outcomeUnknownMs = 20_000;

const placeOf = (id: string) => `text_message.encrypted_values ${id}`;

/** Messages that a job hands to a carrier after COMMIT of the transaction that sent them. */
export const queuedTextMessages = ({ vault, jobs }: { vault: Vault; jobs: () => Jobs }): TextMessages => ({
  async send(db, { phone, template, values, language }) {
    const id = await newId(db);
    const encrypted = vault.encrypt(JSON.stringify(valuesNamedIn(template, values)), placeOf(id));
    await insertWaitingText(db, { id, phone, template, language, encryptedValues: encrypted });
    await jobs().send(db, 'send-text-message', { id });
  },
});

/**
 * Hands one message to the provider. Safe to run twice and concurrently: one run claims the message, and after a try with an
 * unknown outcome the next run first asks the provider whether it has the message.
 * @throws Error if the job must be retried
 */
export async function deliverText(o: TextDeliveryDeps, id: string): Promise<void> {
  const { pool } = o.database;
  const { carrier } = o;
  const now = o.clock();
  const settle = (outcome: SettledText) => o.database.transaction((db) => settleText(db, id, outcome));
  const claimed = await claimText(pool, { id, now, staleBefore: new Date(now.getTime() - outcomeUnknownMs) });
  if (claimed === 'settled') return;
  if (claimed === 'busy') throw new Error(`The outcome of text message ${id} is not known yet.`);
  const { phone, template, language, encryptedValues, createdAt, triedAt } = claimed;
  if (triedAt && (await carrier?.hasTaken({ id, phone, at: triedAt })))
    return settle({ event: 'send', who: 'provider', at: now });
  if (now.getTime() > createdAt.getTime() + goodForMs(template))
    return settle({ event: 'refuse', who: 'clock', at: now, refusal: 'EXPIRED' });
  if (!carrier) throw new Error('A text message is queued, but SMS_PROVIDER is outbox.');

  const values = JSON.parse(o.vault.decrypt(encryptedValues, placeOf(id))) as Record<string, string>;
  const outcome = await carrier.carry({ id, phone, template, language, values });
  if (outcome.became === 'sent')
    return settle({ event: 'send', who: 'provider', at: now, providerId: outcome.providerId });
  const { code, says } = outcome;
  if (outcome.became === 'deferred') {
    await releaseText(pool, id);
    throw new Error(`Text message ${id} was deferred: ${code} ${says}`);
  }
  await settle({ event: 'refuse', who: 'provider', at: now, refusal: code, providerId: outcome.requestId });
  if (outcome.isForOperator) o.onRefused({ id, phone: maskedPhone(phone), template, code, says });
}
