import type { Language } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { bodies, type Template } from './text-bodies.ts';
import { keepText } from './text-message-store.ts';

export interface TextMessage {
  phone: string;
  template: Template;
  values: Record<string, string>;
  language: Language;
}

export interface TextMessages {
  /** Accepts a message in the caller's transaction; it is sent only after COMMIT. */
  send(db: Client, message: TextMessage): Promise<void>;
}

/** The values that a template's text names; the text for an unknown phone number doesn't contain the code. */
export function valuesNamedIn(template: Template, values: Record<string, string>): Record<string, string> {
  const names = Object.values(bodies[template]).flatMap((body) =>
    [...body.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

const minuteMs = 60_000;

/** How long sending a message is still useful; for codes, as long as they are valid. */
export const goodForMs = (template: Template): number =>
  template.startsWith('code-') || template === 'no-account' ? 10 * minuteMs : 6 * 60 * minuteMs;

/** For development: messages are only stored, and `/dev/outbox` shows them. */
export const outbox: TextMessages = {
  async send(db, { phone, template, values, language }) {
    const body = bodies[template][language].replace(/\{(\w+)\}/g, (_gap, key: string) => values[key] ?? '');
    await keepText(db, { phone, body });
  },
};
