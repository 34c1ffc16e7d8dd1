import { type AttestationEvent, type Failure, previewDays, type Said, say } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { notify } from '../messages/service.ts';

/** A message is read at a glance; the page that it leads to has the whole name. */
const nameLength = 80;

/** Tells whoever ordered an attestation what became of it by itself; of what he did himself he is told nothing. */
export async function notifyHolder(
  db: Client,
  ano: string,
  event: AttestationEvent,
  failure: Failure | undefined,
): Promise<void> {
  const said = sentenceOf(event, failure);
  if (!said) return;
  const { rows } = await db.query<{ loginId: string; name: string }>(
    `select login_id as "loginId", coalesce(nullif(name, ''), nullif(title, ''), url) as name
     from attestation where ano = $1 and login_id is not null`,
    [ano],
  );
  const [holding] = rows;
  if (!holding) return;
  const { loginId, name } = holding;
  const link = `/attestation/${ano}`;
  await notify(db, { loginId, kind: 'capture', said: said(shortened(name)), link });
}

function sentenceOf(event: AttestationEvent, failure: Failure | undefined): ((name: string) => Said) | undefined {
  if (event === 'shown') return (name) => say('message.capture-waits', { name, days: previewDays });
  if (event === 'certified') return (name) => say('message.capture-sealed', { name });
  if (event === 'expired') return (name) => say('message.capture-expired', { name, days: previewDays });
  if (event === 'failed' && failure) return (name) => say('message.capture-failed', { name, why: failure.said });
  return undefined;
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > nameLength ? `${characters.slice(0, nameLength - 1).join('')}…` : name;
}
