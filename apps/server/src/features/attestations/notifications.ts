import { type AttestationEvent, type Failure, type Message, message, previewDays } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { notify } from '../messages/service.ts';
import { isOneOfMany } from './batch/store.ts';
import type { AttestationRow } from './store.ts';

/** Messages are short; the page they link to shows the whole name. */
const nameLength = 80;

/**
 * Notifies the user who ordered an attestation of what the service did with it; the user's own actions need no message.
 */
export async function notifyOrderer(db: Client, row: AttestationRow, event: AttestationEvent): Promise<void> {
  const { ano, loginId, submissionId, name, title, url, failure } = row;
  const message = messageFor(event, failure);
  if (!message || !loginId) return;
  // One message about all of them follows once none is in progress.
  if (submissionId !== null && (await isOneOfMany(db, submissionId))) return;
  const sentence = message(shorten(name || title || url));
  await notify(db, { loginId, kind: 'capture', message: sentence, link: `/attestation/${ano}` });
}

function messageFor(event: AttestationEvent, failure: Failure | null): ((name: string) => Message) | undefined {
  if (event === 'shown') return (name) => message('message.capture-waits', { name, days: previewDays });
  if (event === 'certified') return (name) => message('message.capture-sealed', { name });
  if (event === 'expired') return (name) => message('message.capture-expired', { name, days: previewDays });
  if (event === 'failed' && failure) return (name) => message('message.capture-failed', { name, why: failure.said });
  return undefined;
}

function shorten(name: string): string {
  const characters = Array.from(name);
  return characters.length > nameLength ? `${characters.slice(0, nameLength - 1).join('')}…` : name;
}
