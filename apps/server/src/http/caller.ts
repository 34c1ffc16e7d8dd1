import type { Permission, StaffRole } from '@proofkeep/contract';

/** Whoever is signed in to an account. */
export interface Caller {
  /** Whom the session acts as. */
  loginId: string;
  /** Who signed in: another where he switched. */
  personId: string;
  accountId: string;
  role: 'main' | 'sub';
  permissions: Permission[];
  /** Whom it acts as is the person himself: his own login, or a seat of his. */
  isOwn: boolean;
  /** The account that the person signed in to. */
  personAccountId: string;
  /** The token was swapped for a session: programs have it. */
  isSwapped: boolean;
  /** Somebody else set the person's password: before anything else he chooses one of his own. */
  hasGivenPassword: boolean;
  tokenSha256: Buffer;
}

/** Whoever is signed in to the console. */
export interface StaffCaller {
  staffId: string;
  role: StaffRole;
  tokenSha256: Buffer;
}
