import type { Permission, Scope, StaffRole } from '@proofkeep/contract';

/** A user signed in to an account. */
export interface Caller {
  /** The login that the session acts as. */
  loginId: string;
  /** The login that signed in; differs from `loginId` after switching. */
  personId: string;
  accountId: string;
  role: 'main' | 'sub';
  permissions: Permission[];
  /** Which evidence of the account the caller sees; `all` for the holder. */
  scope: Scope;
  /** Whether the session acts as the person's own login or their membership in an account. */
  isOwn: boolean;
  /** The account of `personId`. */
  personAccountId: string;
  /** The token was issued in exchange for a session token, for use by programs. */
  isForPrograms: boolean;
  /** Another user set the person's password, so they must choose a new one before anything else. */
  mustChoosePassword: boolean;
  tokenSha256: Buffer;
}

/** A party of a matter on the phone pages. */
export interface PartyCaller {
  partyId: string;
  matterId: string;
  /** Public number of the matter. */
  matterNo: string;
  /** When the code to the party's phone was entered. */
  verifiedAt: Date;
  expiresAt: Date;
  tokenSha256: Buffer;
}

/** A staff member signed in to the console. */
export interface StaffCaller {
  staffId: string;
  role: StaffRole;
  tokenSha256: Buffer;
}

/** Anyone with a session; its kind decides which calls they may make. */
export type AnyCaller = Caller | StaffCaller | PartyCaller;
