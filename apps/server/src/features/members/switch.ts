import { type InputOf, type memberCalls, message } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { switchSession } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { accountCodeOf } from '../certification/service.ts';
import { findPerson } from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import { findIdentity, listIdentities } from './switch-store.ts';

type Calls = typeof memberCalls;
type User = Context<'user'>;

export async function identities(input: InputOf<Calls['identities']>, { db, services, caller }: User) {
  const { list, total } = await listIdentities(db, caller, input);
  const codes = new Map<string, string>();
  for (const { accountId } of list)
    if (!codes.has(accountId)) codes.set(accountId, await accountCodeOf(db, services.vault, accountId));
  return { list: list.map((one) => ({ ...one, accountCode: codes.get(one.accountId) ?? '' })), total };
}

/** Acts as another login. From there the user can only switch back, so that the audit trail shows no chains. */
export async function switchTo({ userId }: InputOf<Calls['switchTo']>, context: User) {
  const { db, caller, now, isBrowser, setSession, audit } = context;
  const isActing = caller.loginId !== caller.personId;
  if (isActing && userId !== caller.personId) throw new Refusal('SWITCH_BACK_FIRST');
  const identity = await findIdentity(db, caller, userId);
  if (!identity) throw new Refusal('NOT_FOUND');
  const session = await switchSession(db, caller, { loginId: userId, now });
  setSession(session);
  audit({ userId, toAccountId: identity.accountId, about: identity.name });
  if (identity.kind === 'sub') await notifyActedAs(userId, context);
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}

async function notifyActedAs(loginId: string, { db, caller }: User): Promise<void> {
  const { name } = await findPerson(caller, db);
  await notify(db, { loginId, kind: 'members', message: message('message.acted-as', { name }), link: null });
}
