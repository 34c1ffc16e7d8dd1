import type { Call, InputOf, Language, ReplyOf, Who } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import type { Caller, PartyCaller, StaffCaller } from './caller.ts';
import type { Services } from './services.ts';

type CallerOf<W extends Who> = W extends 'public'
  ? Caller | null
  : W extends 'staff' | 'notary' | 'operator'
    ? StaffCaller
    : W extends 'party'
      ? PartyCaller
      : Caller;

/** Passed to every handler with its input. */
export interface Context<W extends Who = Who> {
  /** For changes the call's transaction; for reads a pool, where each statement is a transaction of its own. */
  db: Client;
  services: Services;
  caller: CallerOf<W>;
  /** The client's network address. */
  address: string;
  userAgent: string;
  language: Language;
  /** The client asks not to be tracked (Sec-GPC, DNT). */
  isUntracked: boolean;
  /** Whether the client is a browser: tokens then go only into the cookie, so that scripts can't read them. */
  isBrowser: boolean;
  /**
   * When the call began; in the second step of a change, when its transaction began: the first step may take minutes.
   */
  now: Date;
  /** For calls that consume a form: its first file. @throws Refusal INPUT_INVALID if there is none */
  upload(): Promise<{ name: string; stream: AsyncIterable<Uint8Array> }>;
  /** Redirects a browser to a page of the site instead of sending an envelope. @param path begins with one slash */
  leadTo(path: string): void;
  /** Sets or clears the session cookie in the reply. */
  setSession(session: { token: string; expiresAt: Date } | null): void;
  /** Whether the browser sent the secret behind `browserSha256`; programs have none. */
  hasBrowserSecret: boolean;
  /** Digest of a secret in this browser's cookie; sets a new one if it is missing. */
  browserSha256(): Buffer;
  /** Replaces the call's audit event; null writes none, because nothing changed. */
  auditAs(event: string | null): void;
  /** Adds to the subject of the audit event. */
  audit(subject: Record<string, string | number>): void;
}

export type Handler<C extends Call> = (input: InputOf<C>, context: Context<C['who']>) => Promise<ReplyOf<C>>;

/**
 * A change in two steps: `prepare` does slow work outside of any transaction, with each statement in a transaction of its own; its
 * result is passed to `change`.
 */
export interface TwoStepHandler<C extends Call> {
  prepare(input: InputOf<C>, context: Context<C['who']>): Promise<unknown>;
  change(input: InputOf<C>, context: Context<C['who']>, ready: never): Promise<ReplyOf<C>>;
}

/** One handler for each call of a feature; the compiler rejects a missing one. */
export type Handlers<Calls extends Record<string, Call>> = {
  [Name in keyof Calls]: Handler<Calls[Name]> | TwoStepHandler<Calls[Name]>;
};
