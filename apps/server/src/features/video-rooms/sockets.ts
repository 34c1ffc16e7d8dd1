import type { IncomingMessage } from 'node:http';
import { type RoomPerson, roomCloses, roomInputBytes, roomProtocol } from '@proofkeep/contract';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Database } from '../../database/database.ts';
import { isPartySession } from '../../http/party-sessions.ts';
import { findStaffAgain } from '../../http/staff-sessions.ts';
import { offeredTicket, refuseUpgrade, type UpgradeRequest, type UpgradeRoute } from '../../http/upgrades.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { appendEntry, findMatter, findParties, lockMatter, type MatterActor } from '../notarization/service.ts';
import { mayEnter, stateOf } from './access.ts';
import { Hall, isOver } from './hall.ts';
import { Presence, type PresenceEntry, type WritePresence } from './presence.ts';
import { findRoomById, roomChannel, type Ticket, takeTicket } from './store.ts';
import { digestOf } from './tickets.ts';

export interface RoomSocketOptions {
  database: Database;
  clock: () => Date;
  jobs: Pick<Jobs, 'send'>;
  /** Origins whose pages may connect. */
  origins: (request: IncomingMessage) => readonly string[];
}

/** A connection that doesn't answer a ping within this time is dead. */
const beatMs = 10_000;
/** A session that ends, ends the connection at most this much later: one query for each person. */
const checkMs = 1_000;
/** One check in this many also reads room, matter and parties: the matter may have gone to another notary. */
const fullCheckEvery = 5;
/** A browser that doesn't answer the close frame within this time is disconnected. */
const closingMs = 1_000;

interface Context extends RoomSocketOptions {
  halls: Map<string, Hall>;
  presence: Presence;
}

/** A person admitted by a ticket. */
interface Admitted {
  person: Pick<RoomPerson, 'id' | 'name' | 'role'>;
  actor: MatterActor;
  matterId: string;
}

/**
 * Serves the WebSockets of rooms, `/live/room/{id}`, with the returned route. People in a room must reach the same
 * server: with several servers, route by the id in the path.
 */
export async function serveRoomSockets(app: FastifyInstance, o: RoomSocketOptions): Promise<UpgradeRoute> {
  const presence = new Presence((err) => app.log.error({ err }, 'the journal of a video room'));
  const context: Context = { ...o, halls: new Map(), presence };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: roomInputBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(roomProtocol) ? roomProtocol : false),
  });
  const refreshAll = () => {
    for (const id of context.halls.keys()) void refresh(context, id).catch(() => {});
  };
  const unlisten = await o.database.listen(roomChannel, {
    message: (id) => void refresh(context, id).catch((err: unknown) => app.log.error({ err }, 'a video room')),
    gap: refreshAll,
  });
  const beating = setInterval(() => {
    for (const socket of sockets.clients) beat(socket);
  }, beatMs);
  app.addHook('preClose', async () => {
    clearInterval(beating);
    // Browsers reconnect to the next process, which doesn't know who was present.
    await Promise.all([...sockets.clients].map((socket) => end(socket, 1012)));
    await presence.flush();
  });
  app.addHook('onClose', unlisten);
  return async (upgrade) => {
    const [, roomId] = /^\/live\/room\/([0-9a-f-]{36})$/.exec(upgrade.pathname) ?? [];
    if (!roomId) return false;
    await connect(context, sockets, { ...upgrade, roomId });
    return true;
  };
}

async function connect(
  context: Context,
  sockets: WebSocketServer,
  { request, socket, head, roomId }: UpgradeRequest & { roomId: string },
): Promise<void> {
  const { origin } = request.headers;
  if (origin === undefined || !context.origins(request).includes(origin)) return refuseUpgrade(socket, 403);
  const ticket = { sha256: digestOf(offeredTicket(request)), roomId, now: context.clock() };
  const taken = await takeTicket(context.database.pool, ticket);
  const admitted = taken && (await admittedBy(context, taken, roomId));
  if (!admitted) return refuseUpgrade(socket, 403);
  const room = await findRoomById(context.database.pool, roomId);
  const state = room ? stateOf(room) : 'lapsed';
  sockets.handleUpgrade(request, socket, head, (guest) => {
    const hall = context.halls.get(roomId) ?? new Hall(state);
    context.halls.set(roomId, hall);
    hall.setState(state);
    admit(context, guest, { hall, roomId, taken, admitted });
  });
}

/** @returns the person if their session is valid, they belong to the room, and people may enter it */
async function admittedBy(
  { database, clock }: Context,
  { tokenSha256, partyId }: Pick<Ticket, 'tokenSha256' | 'partyId'>,
  roomId: string,
): Promise<Admitted | null> {
  const { pool } = database;
  const now = clock();
  const room = await findRoomById(pool, roomId);
  const matter = room && (await findMatter(pool, room.matterId));
  if (!room || !matter || !mayEnter(room, now)) return null;
  if (partyId === null) {
    const staff = await findStaffAgain(pool, { tokenSha256, now });
    if (staff?.role !== 'notary' || staff.staffId !== matter.notaryId) return null;
    const name = matter.notaryName ?? '';
    const actor = { role: 'notary' as const, id: staff.staffId, name };
    return { person: { id: 'notary', name, role: 'notary' }, actor, matterId: matter.id };
  }
  if (!(await isPartySession(pool, { tokenSha256, partyId, now }))) return null;
  const party = (await findParties(pool, matter.id)).find(({ id }) => id === partyId);
  if (!party) return null;
  const name = party.representativeName ?? party.name;
  return {
    person: { id: partyId, name, role: party.role },
    actor: { role: 'party', id: partyId, name },
    matterId: matter.id,
  };
}

async function holdsSession(
  { database, clock }: Context,
  { tokenSha256, partyId }: Pick<Ticket, 'tokenSha256' | 'partyId'>,
): Promise<boolean> {
  const now = clock();
  if (partyId !== null) return isPartySession(database.pool, { tokenSha256, partyId, now });
  return (await findStaffAgain(database.pool, { tokenSha256, now })) !== null;
}

interface Admission {
  hall: Hall;
  roomId: string;
  taken: Ticket;
  admitted: Admitted;
}

function admit(context: Context, guest: WebSocket, { hall, roomId, taken, admitted }: Admission): void {
  isAlive.add(guest);
  const { address, userAgent } = taken;
  const write: WritePresence = (entry) =>
    recordPresence(context, { ...admitted, roomId, entry, origin: { address, userAgent } });
  const who = { roomId, personId: admitted.person.id };
  let checks = 0;
  const isAdmitted = async () =>
    ++checks % fullCheckEvery > 0 ? holdsSession(context, taken) : (await admittedBy(context, taken, roomId)) !== null;
  const check = () =>
    isAdmitted().then(
      (still) => void (!still && hall.dismiss(guest, roomCloses.signedOut)),
      () => guest.terminate(),
    );
  const checking = setInterval(check, checkMs);
  guest.on('pong', () => isAlive.add(guest)).on('error', () => guest.terminate());
  guest.on('close', () => {
    clearInterval(checking);
    hall.leave(guest);
    if (hall.isEmpty && context.halls.get(roomId) === hall) context.halls.delete(roomId);
    context.presence.leave(guest, { ...who, now: context.clock(), isFinal: hall.isOver });
  });
  if (hall.enter(guest, admitted.person))
    context.presence.enter(guest, { ...who, now: context.clock(), write }).catch(() => guest.terminate());
}

/** The journal states when each person was in the room, as observed by the service. */
async function recordPresence(
  { database, jobs, clock }: Context,
  o: Admitted & {
    roomId: string;
    entry: PresenceEntry;
    origin: { address: string; userAgent: string };
  },
): Promise<void> {
  await database.transaction(async (db) => {
    const matter = await lockMatter(db, o.matterId);
    if (!matter || matter.endedAt) return;
    await appendEntry(db, jobs, {
      matterId: matter.id,
      no: matter.no,
      actor: o.actor,
      event: o.entry.event,
      detail: { room: o.roomId, ...o.entry.detail },
      origin: o.origin,
      now: clock(),
    });
  });
}

async function refresh({ database, halls, presence }: Context, roomId: string): Promise<void> {
  const room = await findRoomById(database.pool, roomId);
  if (!room) return;
  const state = stateOf(room);
  halls.get(roomId)?.setState(state);
  if (isOver(state)) await presence.flush(roomId);
}

/** Closes a connection; resolves once it is closed. */
async function end(socket: WebSocket, code: number): Promise<void> {
  if (socket.readyState === socket.CLOSED) return;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setTimeout(() => socket.terminate(), closingMs);
  socket.close(code);
  await closed;
  clearTimeout(timer);
}

const isAlive = new WeakSet<WebSocket>();

/** Ends a connection that didn't answer the last ping (RFC 6455 §5.5.2). */
function beat(socket: WebSocket): void {
  if (!isAlive.delete(socket)) return socket.terminate();
  socket.ping();
}
