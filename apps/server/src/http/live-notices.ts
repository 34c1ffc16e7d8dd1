import type { Caller } from './caller.ts';

/** PostgreSQL NOTIFY channels. The payload of both is a `LiveNotice` as JSON. */
export const attestationChannel = 'attestation';
export const messageChannel = 'message';

/**
 * An attestation changed or its capture made progress; `account` and `login` are null for attestations of the command
 * line.
 */
export type AttestationNotice = { ano: string; account: string | null; login: string | null } & (
  | { kind: 'changed' }
  | { kind: 'progress'; doing: string; requests: number; bytes: number; inFlight: number }
);

/** Attestations were submitted together. */
export interface SubmissionNotice {
  kind: 'submitted';
  submission: string;
  account: string;
  login: string;
}

/** A login's messages changed. */
export interface MessageNotice {
  kind: 'message';
  account: string;
  login: string;
}

export type LiveNotice = AttestationNotice | SubmissionNotice | MessageNotice;

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
  /** @returns stops the watcher */
  watch(watcher: Watcher): () => void;
}
