import '@fastify/cookie';
import type { Writable } from 'node:stream';
import { type Bytes, type Call, type Envelope, isOfConsole, isOfParty, succeeded } from '@proofkeep/contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { writeAudit } from './audit.ts';
import type { AnyCaller } from './caller.ts';
import { endWith } from './closing.ts';
import { compressAnswer, isCompressible } from './compress.ts';
import type { Context, Handlers } from './context.ts';
import { onceOnly } from './idempotency.ts';
import { bodyLimitOf, inputOf, receivedOf, uploadOf } from './input.ts';
import type { Limiter } from './limits.ts';
import { findPartyCaller } from './party-sessions.ts';
import { idOf, isBeyondToken, mayCall, mustChoosePasswordFirst } from './policy.ts';
import { sendRange } from './range.ts';
import {
  browserSha256,
  hasBrowserSecret,
  isBrowser,
  isForeign,
  languageAsked,
  sessionCookieOf,
  tokenOf,
} from './request.ts';
import type { Services } from './services.ts';
import { findCaller } from './sessions.ts';
import { findStaffCaller } from './staff-sessions.ts';

export interface MountOptions {
  database: Database;
  services: Services;
  limiter: Limiter;
  /** The site is served over TLS, so cookies get the `Secure` flag. */
  isSecure: boolean;
  clock: () => Date;
  /** Keeps expired sessions from reviving when the clock is set back. */
  observeTime: (now: Date) => Promise<void>;
  /** Aborted when shutdown begins. */
  closing: AbortSignal;
}

/**
 * Registers a feature's calls. For every call it checks the origin, identifies the caller, checks their rights and counts
 * the attempt before the body is read; then it parses the input and runs the handler. A change runs in one transaction
 * with its audit event and its idempotency key. Then the reply is shaped.
 */
export function mount<Calls extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: Handlers<Calls>,
  options: MountOptions,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name] as Function | PreparedChange;
    const admissions = new WeakMap<FastifyRequest, Admission>();
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(call),
      ...(isCompressible(call) ? { onSend: compressAnswer } : {}),
      // Reading and parsing a body costs memory and time, which only an admitted caller may use.
      onRequest: async (request) => void admissions.set(request, await admit(call, request, options)),
      handler: (request, reply) =>
        answer(call, handler, { request, reply, ...(admissions.get(request) as Admission) }, options),
    });
  }
}

type Function = (input: unknown, context: Context) => Promise<unknown>;
interface PreparedChange {
  prepare: Function;
  change(input: unknown, context: Context, ready: unknown): Promise<unknown>;
}

/**
 * Whether requests from another origin are rejected, since a browser would send the visitor's cookies with them. Includes
 * changes that the specification makes by GET, except public ones: they need no cookie and may be linked from anywhere.
 */
const isChange = ({ method, who, audit }: Call): boolean => method !== 'GET' || (who !== 'public' && Boolean(audit));

/** A request that may be read. */
interface Admission {
  caller: AnyCaller | null;
  now: Date;
  /** Called on success: gives back what limits on failures counted. */
  giveBack: () => Promise<void>;
}

/** Checks all that can be checked without the body. @throws Refusal FOREIGN_ORIGIN, SESSION_INVALID, NOT_ALLOWED, TOO_MANY … */
async function admit(call: Call, request: FastifyRequest, o: MountOptions): Promise<Admission> {
  const now = o.clock();
  if (isChange(call) && isForeign(request, o.isSecure)) throw new Refusal('FOREIGN_ORIGIN');
  await o.observeTime(now);
  const caller = await callerOf(call, request, o.database, now);
  authorise(call, caller);
  const giveBack = await o.limiter.count(call, { address: request.ip, login: caller ? idOf(caller) : undefined });
  return { caller, now, giveBack };
}

async function answer(
  call: Call,
  handler: Function | PreparedChange,
  { request, reply, caller, now, giveBack }: Admission & { request: FastifyRequest; reply: FastifyReply },
  o: MountOptions,
): Promise<unknown> {
  const input = inputOf(call, request);

  // A change in two steps reads the file in its first step, outside any transaction.
  const isReceivedFirst = call.consumes && call.audit !== undefined && typeof handler === 'function';
  const received = isReceivedFirst ? await receivedOf(request, call) : undefined;
  let lead: string | undefined;
  const session: { change?: { token: string; expiresAt: Date } | null } = {};
  let event = call.audit ?? null;
  const subject: Record<string, string | number> = {};
  const contextOf = (db: Client, at = now) =>
    ({
      db,
      services: o.services,
      caller,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      language: languageAsked(request),
      isUntracked: request.headers['sec-gpc'] === '1' || request.headers.dnt === '1',
      isBrowser: isBrowser(request),
      now: at,
      upload: () => (received ? Promise.resolve(received) : uploadOf(request, call)),
      leadTo: (path) => {
        lead = path;
      },
      setSession: (change) => {
        session.change = change;
      },
      hasBrowserSecret: hasBrowserSecret(request),
      browserSha256: () => browserSha256(request, reply, o.isSecure),
      auditAs: (other) => {
        event = other;
      },
      audit: (more) => void Object.assign(subject, more),
    }) as Context;
  const run =
    typeof handler === 'function'
      ? (db: Client) => handler(input, contextOf(db))
      : await prepareChange(handler, input, contextOf(o.database.pool), (db) => contextOf(db, o.clock()));
  const recordEvent = async (db: Client, outcome: Record<string, string> = {}) => {
    const isOfPerson = call.of === 'person';
    if (event) await writeAudit(db, { event, caller, isOfPerson, request, subject: { ...subject, ...outcome } });
  };
  const change = (db: Client) =>
    onceOnly(db, { call, request, caller, input, vault: o.services.vault }, async () => {
      const data = await run(db);
      await recordEvent(db);
      return data;
    });
  const read = () => (call.isOneMoment ? o.database.snapshot(run) : run(o.database.pool));
  const data = call.audit === undefined ? await read() : await runChange(o.database, change, recordEvent);
  await giveBack();

  if (session.change !== undefined) setCookie(request, reply, session.change, o.isSecure);
  if (lead !== undefined) return reply.header('cache-control', 'no-store').redirect(lead, 303);
  if (call.produces === 'text/event-stream') endWith(o.closing, (data as Bytes).body as Writable);
  if (call.produces) return sendBytes(request, reply, { mediaType: call.produces, ...(data as Bytes) });
  void reply.header('cache-control', 'no-store');
  return { flag: true, data: call.reply.parse(data), statusCode: succeeded, traceId: request.id } satisfies Envelope;
}

/** @returns the change, with its preparation done */
async function prepareChange(
  { prepare, change }: PreparedChange,
  input: unknown,
  context: Context,
  contextOf: (db: Client) => Context,
) {
  const ready = await prepare(input, context);
  return (db: Client) => change(input, contextOf(db), ready);
}

/** Files may contain a page's scripts; the headers keep them from running in this origin. */
async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes) {
  const { body, mediaType = '', fileName, sizeBytes, isFixed, ranged } = bytes;
  void reply
    .type(mediaType)
    .header('cache-control', isFixed ? 'private, max-age=31536000, immutable' : 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (fileName) void reply.header('content-disposition', contentDisposition(fileName));
  if (ranged) return sendRange(request, reply, ranged);
  if (sizeBytes !== undefined) void reply.header('content-length', sizeBytes);
  return reply.send(body);
}

/**
 * Runs a change in one transaction. A Refusal rolls it back unless `isKept`; then it commits and the audit event gets
 * `outcome: refused`.
 */
async function runChange(
  database: Database,
  change: (db: Client) => Promise<unknown>,
  recordEvent: (db: Client, outcome: Record<string, string>) => Promise<void>,
): Promise<unknown> {
  let refused: Refusal | undefined;
  const data = await database.transaction(async (db) => {
    try {
      return await change(db);
    } catch (error) {
      if (!(error instanceof Refusal && error.isKept)) throw error;
      refused = error;
      await recordEvent(db, { outcome: 'refused', code: error.code });
      return undefined;
    }
  });
  if (refused) throw refused;
  return data;
}

/** Null without a valid token: public calls ignore an expired token instead of rejecting it. */
async function callerOf(call: Call, request: FastifyRequest, { pool }: Database, now: Date): Promise<AnyCaller | null> {
  const token = tokenOf(request);
  if (token === null) return null;
  if (isOfConsole(call)) return findStaffCaller(pool, token, { now, isPolled: call.isPolled });
  return isOfParty(call) ? findPartyCaller(pool, token, now) : findCaller(pool, token, now);
}

function authorise(call: Call, caller: AnyCaller | null): void {
  if (call.who === 'public') return;
  if (!caller) throw new Refusal('SESSION_INVALID');
  if (mustChoosePasswordFirst(call, caller)) throw new Refusal('PASSWORD_FIRST');
  if (isBeyondToken(call, caller)) throw new Refusal('TOKEN_LIMITED');
  if (!mayCall(call, caller)) throw new Refusal('NOT_ALLOWED');
}

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
  isSecure: boolean,
): void {
  const { name, path } = sessionCookieOf(request);
  const options = { path, httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (session) void reply.setCookie(name, session.token, { ...options, expires: session.expiresAt });
  else void reply.clearCookie(name, options);
}
