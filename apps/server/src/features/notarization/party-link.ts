import { type InputOf, type notarizationCalls, partyPagePath } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { applicantActor, lockOwnMatter, originOf } from './access.ts';
import { appendEntry } from './journal/journal.ts';
import { findParties, findSteps } from './parties/store.ts';

type Calls = typeof notarizationCalls;

/** Sends a party the link to the phone pages; the journal has to whom and when. */
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
  const actor = await applicantActor(context);
  audit({ matter: row.no, party: partyId });
  await appendEntry(db, {
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
      applicant: parties[0]?.name ?? '',
      matter: row.no,
      link: `${new URL(partyPagePath('login', row.no), services.publicUrl)}`,
    },
    language,
  });
  return null;
}
