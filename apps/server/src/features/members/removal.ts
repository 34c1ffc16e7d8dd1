import { type InputOf, type memberCalls, message, sentenceIn } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import {
  accountNameOf,
  findLogin,
  forgetSignIn,
  memberLifecycle,
  removedColumns,
  signOutEverywhere,
} from '../identity/service.ts';
import { notify } from '../messages/service.ts';
import { deleteBindings } from '../sign-in/service.ts';
import { leaveEverywhere } from './invitations.ts';
import { lockMember } from './store.ts';

type Calls = typeof memberCalls;

/**
 * Deletes a member. The row stays, because what they submitted, spent and did refers to it; a sub-account loses
 * everything used to sign in, so its phone and login name can be registered again.
 */
export async function removeMember({ userId }: InputOf<Calls['removeMember']>, context: Context<'main'>) {
  const { db, caller, now, services, audit } = context;
  await requireConfirmed(db, caller, now);
  const member = await lockMember(db, caller.accountId, userId);
  if (!member) throw new Refusal('NOT_FOUND');
  audit({ userId, about: member.name });
  const account = await accountNameOf(db, caller.accountId);
  const sentence = message('message.member-removed', { account });
  if (member.kind === 'seat') {
    await transition(db, memberLifecycle, userId, { event: 'remove', who: 'holder', detail: null });
    await signOutEverywhere(db, userId);
    await notify(db, { loginId: member.personId, kind: 'members', message: sentence, link: null });
    return null;
  }
  const login = await findLogin(db, { id: userId });
  if (!login) throw new Refusal('NOT_FOUND');
  await leaveEverywhere(db, userId, now);
  await transition(db, memberLifecycle, userId, { event: 'remove', who: 'holder', detail: null, set: removedColumns });
  await forgetSignIn(db, login);
  await deleteBindings(db, userId);
  const { phone, language } = login;
  // They can no longer sign in to read a message.
  const values = { text: sentenceIn(sentence, language) };
  if (phone !== null) await services.textMessages.send(db, { phone, template: 'notice', values, language });
  return null;
}
