import type { Caller } from './caller.ts';

/** Channel whose payload is a `SessionNotice` as JSON; triggers send it (database/schema/04-identity.sql). */
export const sessionChannel = 'session';

/** A session ended, named by the hexadecimal digest of its token; or the rights of a login or account changed. */
export type SessionNotice = { session: string } | { login: string } | { account: string };

/** Returns whether the notice may change what this caller is allowed to do. */
export function concerns(notice: SessionNotice, caller: Caller): boolean {
  if ('session' in notice) return notice.session === caller.tokenSha256.toString('hex');
  if ('login' in notice) return [caller.loginId, caller.personId].includes(notice.login);
  return [caller.accountId, caller.personAccountId].includes(notice.account);
}
