import { z } from 'zod';
import type { RefusalCode } from './refusals.ts';
import type { Permission } from './shared/rights.ts';
import { showTypes } from './usual-refusals.ts';

/**
 * Permitted callers: anyone; a user signed in to an account, or only its main login; staff signed in to the console, or
 * only notaries or operators; a party of a matter on the phone pages.
 */
export type Who = 'public' | 'user' | 'main' | 'staff' | 'notary' | 'operator' | 'party';

/**
 * At most `times` within `seconds`, counted for each network address or login. An address counts as its IPv4
 * address or IPv6 /64; four times as many are allowed from an IPv6 /48.
 */
export interface Limit {
  per: 'address' | 'login';
  times: number;
  seconds: number;
  /** Only refused calls count; if absent, all do. */
  of?: 'failures';
  /** Calls whose limits have the same name here count together; if absent, each counts separately. */
  together?: string;
}

/** Largest body that isn't a file, unless the call sets another limit: more than any of our forms needs. */
export const jsonBytes = 64 * 2 ** 10;

/** One call of the service. Server, site, OpenAPI and tests read this record, so no part of it is written twice. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` segments are fields of the input. */
  path: `/creditor/${string}` | `/ws/${string}`;
  who: Who;
  /** Permission a member needs; absent: any member may call it. */
  needs?: Permission;
  /** Path, query and body as one object; unknown fields are refused. */
  input: z.ZodType;
  /** The `data` of the envelope. */
  reply: z.ZodType;
  /** Media type of a reply that is bytes instead of an envelope: its handler returns a `Bytes`. */
  produces?: string;
  /** Media type of a body that the handler reads as a stream; the input then consists of path and query only. */
  consumes?: 'multipart/form-data';
  /**
   * Largest body; default `jsonBytes`. A file that a change `consumes` is received before its transaction begins, so
   * that a slow sender can't keep one open.
   */
  maxBytes?: number;
  /** One English sentence. */
  summary: string;
  /** Refusals in addition to those that every call can return. */
  refusals?: readonly RefusalCode[];
  limits?: readonly Limit[];
  /** Refused for a token obtained from a session (`/ws/swap/token`); calls that require a recent verification always are. */
  needsSession?: true;
  /** Allowed before the user has replaced a password that the account owner set; absent: not allowed. */
  beforeOwnPassword?: true;
  /** Concerns the person who signed in, not the login acted as: the audit trail names their own login and account. */
  of?: 'person';
  /** For read-only calls: all statements see one snapshot of the database. */
  isOneMoment?: true;
  /** Pages of the console repeat it without an act of the user, so it doesn't keep an idle console session alive. */
  isPolled?: true;
  /** Name of the event in the audit trail; absent if nothing is changed, null if no user's data is changed. */
  audit?: string | null;
  /** Events that may replace it where they are more specific. */
  mayAudit?: readonly string[];
}

/** Desk, console and the parties' phone pages have separate sessions: one browser may have all three. */
export const consolePath = '/creditor/console/';
/** Paths of the calls that a party of a matter makes on the phone. */
export const partyPath = '/creditor/h5sign/';
/** Whether a call belongs to the console's session. */
export const isOfConsole = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith(consolePath);
/** Whether a call belongs to the session of a party. */
export const isOfParty = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith(partyPath);

/**
 * Whether the call requires the session itself. A swapped token is for evidence, its costs and reading: it can't change
 * what protects the account, act as another login, or be swapped again.
 */
export const isForSessionsOnly = ({ needsSession, refusals = [] }: Pick<Call, 'needsSession' | 'refusals'>): boolean =>
  needsSession === true || refusals.includes('CONFIRM_FIRST');

/** Returns the record with its literal types. */
export const call = <const C extends Call>(record: C): C => record;

/** Input of a call as its handler receives it, after validation. */
export type InputOf<C extends Call> = z.output<C['input']>;
/** Reply of a call as its handler returns it. */
export type ReplyOf<C extends Call> = z.input<C['reply']>;
/** The input as a client may send it: forms and URLs carry text only. */
export type SentOf<C extends Call> = z.input<C['input']>;

/** Shape of every JSON reply. `data` is null if `flag` is false. */
export const Envelope = z.strictObject({
  flag: z.boolean(),
  data: z.unknown(),
  statusCode: z.string().regex(/^\d{6}$/),
  errorMessage: z.string().optional(),
  /** A name from `refusals`. */
  errorCode: z.string().optional(),
  /** How the site shows it. */
  showType: z.enum(showTypes).optional(),
  /** For INPUT_INVALID: the error of each field. */
  fields: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  /** Reference for support; the server's log has the same id. */
  traceId: z.string(),
});
export type Envelope = z.infer<typeof Envelope>;

/**
 * Whether a reply is an envelope of this service. Uses no schema, because every page of the site checks it; a proxy in
 * between may answer in another format.
 */
export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null || !('data' in value)) return false;
  const { flag, statusCode, traceId } = value as Record<string, unknown>;
  return typeof flag === 'boolean' && typeof traceId === 'string' && /^\d{6}$/.test(String(statusCode));
};

/** Status code in the envelope of a call that succeeded. */
export const succeeded = '000000';

/** The reply of a call that `produces` something; `body` is a stream or bytes of the runtime. */
export interface Bytes {
  body?: unknown;
  mediaType?: string;
  /** If absent, the content is displayed instead of saved. */
  fileName?: string;
  sizeBytes?: number;
  /** The content never changes, so clients may cache it without limit. */
  isFixed?: boolean;
  /**
   * Replaces `body` and `sizeBytes`: content that clients may request in ranges (RFC 9110 §14); the last byte is
   * inclusive.
   */
  ranged?: { sizeBytes: number; etag: string; read(range: { start: number; end: number }): Promise<unknown> };
}
/** Reply of a call that answers with bytes. */
export const bytes = z.custom<Bytes>();

/** Input or reply without fields. */
export const nothing = z.strictObject({});
/** Reply that is null: the call has only an effect. */
export const nil = z.null();
