import type { Caller } from './caller.ts';

/** Channels of PostgreSQL's NOTIFY. On each of the two the text is a `LiveNotice`, as JSON. */
export const attestationChannel = 'attestation';
export const messageChannel = 'message';

/** An attestation changed, or its capture went on; `account` is null where the command line owns it. */
export type AttestationNotice = { ano: string; account: string | null } & (
  | { kind: 'changed' }
  | { kind: 'progress'; doing: string; requests: number; bytes: number; inFlight: number }
);

/** The messages of a login changed. */
export interface MessageNotice {
  kind: 'message';
  account: string;
  login: string;
}

export type LiveNotice = AttestationNotice | MessageNotice;

export interface Watcher {
  caller: Caller;
  /** Called with each notice about the caller's account. */
  onNotice(notice: LiveNotice): void;
  /** Called when the caller's session ended or their rights changed. */
  onRights(): void;
  /** Called when notices may have been missed. */
  onGap(): void;
}

export interface Watchers {
  /** Returns the function that ends it. */
  watch(watcher: Watcher): () => void;
}
