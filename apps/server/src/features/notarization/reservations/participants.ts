import { roomLinkPath } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { TextMessages } from '../../../providers/text-messages.ts';
import { findParties } from '../parties/store.ts';
import type { ReservationRow } from './store.ts';
import { timeText } from './time-text.ts';

interface TextDeps {
  textMessages: TextMessages;
  /** Links in text messages start with it. */
  publicUrl: string;
}

/** Sends time and place of a session, or the link to its video room, to the phone of each party, once per number. */
export async function textParticipants(
  db: Client,
  { textMessages, publicUrl }: TextDeps,
  { template, session }: { template: 'session-booked' | 'session-released' | 'session-soon'; session: ReservationRow },
): Promise<void> {
  const values = valuesOf(session, publicUrl);
  for (const phone of new Set((await findParties(db, session.matterId)).map((party) => party.phone)))
    await textMessages.send(db, { phone, template, values, language: 'zh' });
}

const valuesOf = (
  { matterNo, startsAt, way, officeName, officeAddress, officePhone }: ReservationRow,
  publicUrl: string,
) => ({
  matter: matterNo,
  time: timeText(startsAt),
  place: way === 'video' ? `${new URL(roomLinkPath(matterNo), publicUrl)}` : officeAddress,
  office: officeName,
  phone: officePhone,
});
