import { createHash, randomBytes } from 'node:crypto';
import { notaryInRoom } from '@proofkeep/contract';
import type { AnyCaller } from '../../http/caller.ts';
import type { Context } from '../../http/context.ts';
import { originOf } from '../notarization/service.ts';
import { insertTicket, type Ticket } from './store.ts';

const ticketMs = 30_000;

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Issues a ticket for one connection of the caller's session, with the STUN and TURN servers to use. */
export async function issueTicket(
  context: Pick<Context<'party' | 'notary'>, 'db' | 'services' | 'now' | 'address' | 'userAgent'> & {
    caller: Pick<AnyCaller, 'tokenSha256'>;
  },
  { roomId, partyId }: Pick<Ticket, 'partyId'> & { roomId: string },
) {
  const { db, services, caller, now, ...from } = context;
  const ticket = randomBytes(32).toString('base64url');
  await insertTicket(db, {
    sha256: digestOf(ticket),
    roomId,
    partyId,
    tokenSha256: caller.tokenSha256,
    ...originOf(from),
    expiresAt: new Date(now.getTime() + ticketMs),
    now,
  });
  return { roomId, ticket, iceServers: services.iceServers(partyId ?? notaryInRoom, now) };
}
