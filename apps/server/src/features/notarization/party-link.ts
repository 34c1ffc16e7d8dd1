import { type InputOf, type notarizationCalls, partyPagePath } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { applicantActor, lockOwnMatter, originOf } from './access.ts';
import { appendEntry } from './journal/journal.ts';
import { lastLinkAt } from './journal/store.ts';
import { findParties, findSteps } from './parties/store.ts';

type Calls = typeof notarizationCalls;

const pauseMs = 10 * 60_000;

/**
 * Sends a party the link to the phone pages and records it in the journal. @throws Refusal STATE_FORBIDS if the party
 * has nothing to do; TOO_MANY within ten minutes of the last link
 */
export async function sendPartyLink(
  { id, partyId }: InputOf<Calls['sendPartyLink']>,
  context: Context<'user'>,
): Promise<null> {
  const { db, services, language, now, audit } = context;
  const row = await lockOwnMatter(context, id);
  const parties = await findParties(db, id);
  const party = parties.find((one) => one.id === partyId);
  const isAsked = (await findSteps(db, id)).some((step) => step.partyId === partyId && step.state === 'open');
  if (!party || !isAsked) throw new Refusal('STATE_FORBIDS');
  const againAt = ((await lastLinkAt(db, { matterId: row.id, partyId }))?.getTime() ?? -pauseMs) + pauseMs;
  if (againAt > now.getTime())
    throw new Refusal('TOO_MANY', { values: { seconds: Math.ceil((againAt - now.getTime()) / 1_000) } });
  const actor = await applicantActor(context);
  audit({ matter: row.no, party: partyId });
  await appendEntry(db, services.jobs, {
    matterId: id,
    no: row.no,
    actor,
    event: 'link-sent',
    detail: { partyId },
    origin: originOf(context),
    now,
  });
  await services.textMessages.send(db, {
    phone: party.phone,
    template: 'party-link',
    values: {
      applicant: parties.find(({ role }) => role === 'applicant')?.name ?? '',
      matter: row.no,
      link: `${new URL(partyPagePath('login', row.no), services.publicUrl)}`,
    },
    language,
  });
  return null;
}
