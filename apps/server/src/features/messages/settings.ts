import { type InputOf, maskedPhone, message, type messageCalls, type NotificationSettings } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { clearEmail, updateEmail, updateLanguage } from '../identity/service.ts';
import { deleteEmailCodes, emailCodeTimes, newEmailCode, spendEmailCode } from './email-code-store.ts';
import { codeMail, movedMail } from './mail-words.ts';
import { notify } from './service.ts';
import { type Reach, reachOf, saveSetting, settingsOf } from './settings-store.ts';

type Calls = typeof messageCalls;
type User = Context<'user'>;

/** Settings belong to the person who signed in, even while they act as another login. */
export async function notificationSettings(_input: unknown, context: User): Promise<NotificationSettings> {
  const { db, caller } = context;
  const { email, phone, language } = await requireReach(context);
  return { email, phone: phone && maskedPhone(phone), language, kinds: await settingsOf(db, caller.personId) };
}

/** A stolen session alone can't silence the messages that warn about it. */
export async function setNotification(input: InputOf<Calls['setNotification']>, context: User) {
  if (input.kind === 'account') await requireConfirmed(context.db, context.caller, context.now);
  await saveSetting(context.db, context.caller.personId, input);
  context.audit({ kind: input.kind, mail: String(input.mail), text: String(input.text) });
  return notificationSettings(undefined, context);
}

export async function setNotificationLanguage(
  { language }: InputOf<Calls['setNotificationLanguage']>,
  context: User,
): Promise<NotificationSettings> {
  await updateLanguage(context.db, context.caller.personId, language);
  context.audit({ language });
  return notificationSettings(undefined, context);
}

export async function sendEmailCode(
  { email }: InputOf<Calls['sendEmailCode']>,
  { db, caller, services, language, now }: User,
) {
  const code = await newEmailCode(db, { loginId: caller.personId, email, now, vault: services.vault });
  await services.mails.send(db, { address: email, ...codeMail(code, emailCodeTimes.validSeconds / 60, language) });
  return emailCodeTimes;
}

/** Also notifies the old address: its reader may be the only one who didn't want the change. */
export async function setEmail({ email, code }: InputOf<Calls['setEmail']>, context: User) {
  const { db, caller, services, now } = context;
  const { personId: loginId } = caller;
  await requireConfirmed(db, caller, now);
  await spendEmailCode(db, { loginId, email, code, now, vault: services.vault });
  const before = await requireReach(context);
  if (!(await updateEmail(db, loginId, email))) throw new Refusal('EMAIL_TAKEN');
  if (before.email !== email) {
    if (before.email)
      await services.mails.send(db, { address: before.email, ...movedMail(before.language, services.publicUrl) });
    await notify(db, {
      loginId,
      kind: 'account',
      message: message('message.email-set', { email }),
      link: settingsPage,
    });
  }
  return notificationSettings(undefined, context);
}

export async function removeEmail(_input: unknown, context: User) {
  const { db, caller, services, now } = context;
  const { personId: loginId } = caller;
  await requireConfirmed(db, caller, now);
  const { email, language } = await requireReach(context);
  await clearEmail(db, loginId);
  await deleteEmailCodes(db, loginId);
  if (email) {
    await services.mails.send(db, { address: email, ...movedMail(language, services.publicUrl) });
    await notify(db, { loginId, kind: 'account', message: message('message.email-removed'), link: settingsPage });
  }
  return notificationSettings(undefined, context);
}

const settingsPage = '/accountSetting/notifications';

async function requireReach({ db, caller }: User): Promise<Reach> {
  const reach = await reachOf(db, caller.personId);
  if (!reach) throw new Refusal('SESSION_INVALID');
  return reach;
}
