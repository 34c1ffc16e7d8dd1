import type { Call, InputOf, Language, ReplyOf, Who } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import type { Caller, StaffCaller } from './caller.ts';
import type { Services } from './services.ts';

type CallerOf<W extends Who> = W extends 'public'
  ? Caller | null
  : W extends 'staff' | 'operator'
    ? StaffCaller
    : Caller;

/** What a function of a feature is given beside its input. */
export interface Context<W extends Who = Who> {
  /** One transaction with all that the call changes; of one that changes nothing, statements that stand alone. */
  db: Client;
  services: Services;
  caller: CallerOf<W>;
  /** The network address it came from. */
  address: string;
  userAgent: string;
  language: Language;
  /** Whoever asks does not want to be tracked (Sec-GPC, DNT). */
  isUntracked: boolean;
  /** Scripts of a browser may not see a token: it is given by the cookie alone. */
  isBrowser: boolean;
  now: Date;
  /** Of a call that consumes a form with a file: the first file of it. @throws Refusal INPUT_INVALID where there is none */
  upload(): Promise<{ name: string; stream: AsyncIterable<Uint8Array> }>;
  /** Answers a browser with another page of the site instead of an envelope. @param path begins with one slash */
  leadTo(path: string): void;
  /** Sets the session cookie with the reply, or takes it away. */
  setSession(session: { token: string; expiresAt: Date } | null): void;
  /** The browser sent the secret that `browserSha256` digests; programs have none. */
  hasBrowserSecret: boolean;
  /** Digest of a secret that only the browser which asks holds, in a cookie; it is given one where it has none. */
  browserSha256(): Buffer;
  /** Another event than the call's in the audit trail; null: none, as nothing was changed this time. */
  auditAs(event: string | null): void;
  /** Adds to the event in the audit trail. */
  audit(subject: Record<string, string | number>): void;
}

export type Handler<C extends Call> = (input: InputOf<C>, context: Context<C['who']>) => Promise<ReplyOf<C>>;

/**
 * A change that is made ready before its transaction begins, which must not wait for it: `prepare` is given statements that
 * stand alone, and what it answers with goes to `change`.
 */
export interface Prepared<C extends Call> {
  prepare(input: InputOf<C>, context: Context<C['who']>): Promise<unknown>;
  change(input: InputOf<C>, context: Context<C['who']>, ready: never): Promise<ReplyOf<C>>;
}

/** A function for each call of a feature: none may be left out. */
export type Handlers<Calls extends Record<string, Call>> = {
  [Name in keyof Calls]: Handler<Calls[Name]> | Prepared<Calls[Name]>;
};
