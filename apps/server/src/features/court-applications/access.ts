import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findLogin } from '../identity/service.ts';
import { type ApplicationRow, findApplication, lockApplication } from './store.ts';

export type User = Context<'user'>;

/** Loads an application of the caller's account that is within their scope. @throws Refusal NOT_FOUND */
export const requireOwnApplication = async ({ db, caller }: User, id: string): Promise<ApplicationRow> =>
  requireInScope(await findApplication(db, id), caller);

/** Like `requireOwnApplication`, but locks the row until the transaction ends. @throws Refusal NOT_FOUND */
export const lockOwnApplication = async ({ db, caller }: User, id: string): Promise<ApplicationRow> =>
  requireInScope(await lockApplication(db, id), caller);

function requireInScope(row: ApplicationRow | undefined, caller: User['caller']): ApplicationRow {
  const { accountId, loginId } = scopeOf(caller);
  if (row?.accountId !== accountId || (loginId !== null && row.loginId !== loginId)) throw new Refusal('NOT_FOUND');
  return row;
}

/** The caller's name for the history. */
export const nameOfCaller = async ({ db, caller }: User): Promise<string> =>
  (await findLogin(db, { id: caller.loginId }))?.name ?? '';
