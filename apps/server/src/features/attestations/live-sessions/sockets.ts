import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  liveCloses,
  liveInputBytes,
  liveOutputBytes,
  liveProtocol,
  liveSessionCalls,
  liveStateOf,
} from '@proofkeep/contract';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Database } from '../../../database/database.ts';
import type { Caller } from '../../../http/caller.ts';
import type { Watchers } from '../../../http/live-notices.ts';
import { mayCall, scopeOf } from '../../../http/policy.ts';
import { findAgain } from '../../../http/sessions.ts';
import { offeredTicket, refuseUpgrade, type UpgradeRoute } from '../../../http/upgrades.ts';
import { findListed } from '../reading/store.ts';
import { findAttestation } from '../store.ts';
import { digestOf } from './acts.ts';
import { Room } from './room.ts';
import { findLive, isRunning, liveChannel, markStarted, takeTicket } from './store.ts';

export interface LiveSocketOptions {
  database: Database;
  watchers: Watchers;
  clock: () => Date;
  /** The token of capture nodes; each session has one derived from it. */
  nodeToken: string;
  /** A connection that doesn't answer within this time is half open and is ended; default: 10 s. */
  beatMs?: number;
  /** Origins whose pages may connect. */
  origins: (request: IncomingMessage) => readonly string[];
}

const defaultBeatMs = 10_000;
/** An expired sign-in sends no notification; it is noticed within this time. */
const checkMs = 1_500;

/**
 * Serves the WebSockets of live sessions, by the route it returns: `/live/{ano}` for windows, with a ticket and from a page of ours, and
 * `/node/live/{ano}/{fence}` for the node's process. Both must reach the same server, so with several servers the load
 * balancer routes by the number in the path.
 */
export async function serveLiveSockets(app: FastifyInstance, o: LiveSocketOptions): Promise<UpgradeRoute> {
  const rooms = new Map<string, Room>();
  const windows = new WebSocketServer({
    noServer: true,
    maxPayload: liveInputBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });
  const nodes = new WebSocketServer({ noServer: true, maxPayload: liveOutputBytes, perMessageDeflate: false });
  const context: Context = { ...o, rooms };

  const unlisten = await o.database.listen(liveChannel, {
    message: (ano) => void refresh(context, ano).catch((err: unknown) => app.log.error({ err }, 'a live session')),
    gap: () => {
      for (const ano of rooms.keys()) void refresh(context, ano).catch(() => {});
    },
  });
  const beating = setInterval(() => {
    for (const socket of [...windows.clients, ...nodes.clients]) beat(socket);
  }, o.beatMs ?? defaultBeatMs);
  app.addHook('preClose', async () => {
    clearInterval(beating);
    // Both sides reconnect, to the next process.
    for (const socket of [...windows.clients, ...nodes.clients]) socket.close(1012);
  });
  app.addHook('onClose', unlisten);
  return ({ request, pathname, socket, head }) => route(context, request, pathname, { windows, nodes, socket, head });
}

interface Context extends LiveSocketOptions {
  rooms: Map<string, Room>;
}

interface Upgrade {
  windows: WebSocketServer;
  nodes: WebSocketServer;
  socket: Duplex;
  head: Buffer;
}

async function route(context: Context, request: IncomingMessage, pathname: string, upgrade: Upgrade): Promise<boolean> {
  const [, ofNode, fence] = /^\/node\/live\/([A-Z0-9]{1,40})\/(\d{1,18})$/.exec(pathname) ?? [];
  const [, ofWindow] = /^\/live\/([A-Z0-9]{1,40})$/.exec(pathname) ?? [];
  if (ofNode && fence) await connectNode(context, request, upgrade, { ano: ofNode, fence });
  else if (ofWindow) await connectWindow(context, request, upgrade, ofWindow);
  else return false;
  return true;
}

/** Token of one session's process, which never gets the node's token. */
export const controlToken = (nodeToken: string, ano: string, fence: string): string =>
  createHmac('sha256', nodeToken).update(`live ${ano} ${fence}`).digest('hex');

async function connectNode(
  context: Context,
  request: IncomingMessage,
  { nodes, socket, head }: Upgrade,
  lease: { ano: string; fence: string },
): Promise<void> {
  const { database, nodeToken } = context;
  const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (!isSame(given, controlToken(nodeToken, lease.ano, lease.fence))) return refuseUpgrade(socket, 403);
  if (!(await isRunning(database.pool, lease))) return refuseUpgrade(socket, 409);
  nodes.handleUpgrade(request, socket, head, (node) => {
    const { ano } = lease;
    const room = roomOf(context, ano);
    isAlive.add(node);
    node.on('pong', () => isAlive.add(node)).on('error', () => node.terminate());
    node.on('close', () => {
      room.leaveNode(node);
      leave(context, ano, room);
    });
    room.enterNode(node);
    void refresh(context, ano).catch(() => node.terminate());
  });
}

async function connectWindow(context: Context, request: IncomingMessage, upgrade: Upgrade, ano: string): Promise<void> {
  const { database, clock, origins } = context;
  const { socket, windows, head } = upgrade;
  const { origin } = request.headers;
  if (origin === undefined || !origins(request).includes(origin)) return refuseUpgrade(socket, 403);
  const now = clock();
  const taken = await takeTicket(database.pool, { sha256: digestOf(offeredTicket(request)), ano, now });
  const caller = taken && (await allowed(context, taken, ano));
  if (!caller) return refuseUpgrade(socket, 403);
  windows.handleUpgrade(request, socket, head, (window) => admit(context, window, { caller, ano, ...taken }));
}

interface Admission {
  caller: Caller;
  ano: string;
  /** Id of the user's window. */
  windowId: string;
  takesOver: boolean;
}

function admit(context: Context, window: WebSocket, { caller, ano, windowId: id, takesOver }: Admission): void {
  const room = roomOf(context, ano);
  isAlive.add(window);
  const check = () =>
    allowed(context, caller, ano).then(
      (current) => void (!current && room.dismiss(window, liveCloses.signedOut)),
      () => window.terminate(),
    );
  const unwatch = context.watchers.watch({
    caller,
    onNotice: () => {},
    onRights: check,
    onGap: check,
  });
  const checking = setInterval(check, checkMs);
  window.on('pong', () => isAlive.add(window)).on('error', () => window.terminate());
  window.on('close', () => {
    unwatch();
    clearInterval(checking);
    room.leaveWindow(window);
    leave(context, ano, room);
  });
  room.enterWindow(window, { id, takesOver });
  // The sign-in may have ended after it was read and before its notifications were subscribed to.
  void check();
}

/** @returns the caller, if their sign-in may still control the session */
async function allowed(
  { database, clock }: Context,
  signIn: Pick<Caller, 'tokenSha256'>,
  ano: string,
): Promise<Caller | null> {
  const caller = await findAgain(database.pool, signIn, clock());
  if (!caller || caller.mustChoosePassword || !mayCall(liveSessionCalls.sessionTicket, caller)) return null;
  const [row] = await findListed(database.pool, scopeOf(caller), [ano]);
  return row?.kind === 'live' ? caller : null;
}

/** Reads a session again, forwards what its user ordered, and closes the connections of one that is over. */
async function refresh({ database, rooms }: Context, ano: string): Promise<void> {
  const room = rooms.get(ano);
  if (!room) return;
  const [live, row] = [await findLive(database.pool, ano), await findAttestation(database.pool, ano)];
  if (!live || !row || !['queuing', 'in-progress', 'uploading'].includes(liveStateOf(row))) return room.close();
  if (!room.hasNode) return;
  room.order({ type: 'wall', wallMs: live.minutes * 60_000 });
  if (live.stopAt) room.order({ type: 'stop', isFull: live.isFull });
}

function roomOf({ rooms, database, clock }: Context, ano: string): Room {
  const known = rooms.get(ano);
  if (known) return known;
  const started = (atMs: number) =>
    void markStarted(database.pool, ano, new Date(clock().getTime() - atMs)).catch(() => {});
  const room = new Room(started);
  rooms.set(ano, room);
  return room;
}

/** Removes an empty room. A connection that closes late may belong to an earlier room. */
function leave({ rooms }: Context, ano: string, room: Room): void {
  if (room.isEmpty && rooms.get(ano) === room) rooms.delete(ano);
}

const isAlive = new WeakSet<WebSocket>();

/** Ends a connection that didn't answer the last ping (RFC 6455 §5.5.2). */
function beat(socket: WebSocket): void {
  if (!isAlive.delete(socket)) return socket.terminate();
  socket.ping();
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [digestOf(a), digestOf(b)];
  return timingSafeEqual(one, other);
}
