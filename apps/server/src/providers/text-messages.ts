import type { Language } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { bodies, type Template } from './text-bodies.ts';

export interface TextMessage {
  phone: string;
  template: Template;
  values: Record<string, string>;
  language: Language;
}

export interface TextMessages {
  /** Takes a message over in the caller's transaction: it goes out when that is committed and never before. */
  send(db: Client, message: TextMessage): Promise<void>;
}

/** The values that the words of a template name. A code that was made for nobody is no part of what tells him so. */
export function valuesNamedIn(template: Template, values: Record<string, string>): Record<string, string> {
  const names = Object.values(bodies[template]).flatMap((body) =>
    [...body.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

const minuteMs = 60_000;

/** For how long a message is worth sending: codes, as long as they are good. */
export const goodForMs = (template: Template): number =>
  template.startsWith('code-') || template === 'no-account' ? 10 * minuteMs : 6 * 60 * minuteMs;

/** For development: messages stand in the database, where `/dev/outbox` shows them, and go nowhere. */
export const outbox: TextMessages = {
  async send(db, { phone, template, values, language }) {
    const body = bodies[template][language].replace(/\{(\w+)\}/g, (_gap, key: string) => values[key] ?? '');
    await db.query('insert into text_message (phone, body) values ($1, $2)', [phone, body]);
  },
};
