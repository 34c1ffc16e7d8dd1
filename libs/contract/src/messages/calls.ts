import { z } from 'zod';
import { call, nothing } from '../call.ts';
import { TextCode } from '../identity/credentials.ts';
import { Language } from '../shared/language.ts';
import { listOf, page, several } from '../shared/lists.ts';
import { Message } from '../shared/sentences.ts';
import { Email } from './email.ts';
import { MessageKind, UnreadCount } from './kinds.ts';

/** Default notification channels besides the site, which always shows messages. */
export const defaultChannels = { mail: true, text: false } as const;

/** A message to a user. */
export const UserMessage = z.strictObject({
  id: z.string(),
  kind: MessageKind,
  /** Displayed in the reader's language. */
  message: Message,
  /** Path of the page that it is about. */
  link: z.string().nullable(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
});
export type UserMessage = z.infer<typeof UserMessage>;

const flag = z.stringbool().or(z.boolean());
const Ids = several(z.uuid(), 100);

const NotificationSettings = z.strictObject({
  /** Email of the person who signed in. Null until one is verified. */
  email: z.string().nullable(),
  /** Masked; null for a seat. */
  phone: z.string().nullable(),
  /** Language of emails and text messages; pages use the browser's. */
  language: Language,
  kinds: z.array(z.strictObject({ kind: MessageKind, mail: z.boolean(), text: z.boolean() })),
});
/** Messages the user gets by email and text message, and the email address. */
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Records of the calls about messages. */
export const messageCalls = {
  news: call({
    method: 'POST',
    path: '/creditor/user/user/news',
    who: 'user',
    summary: "Lists the user's messages, newest first.",
    input: z.strictObject({
      ...page,
      kind: MessageKind.optional(),
      /** Whether to return only unread messages. */
      unread: flag.default(false),
    }),
    reply: listOf(UserMessage),
  }),
  deleteNews: call({
    method: 'DELETE',
    path: '/creditor/user/user/news',
    who: 'user',
    summary: "Deletes the named messages, or none if one doesn't exist.",
    input: z.strictObject({ ids: Ids }),
    reply: UnreadCount,
    audit: 'message.deleted',
  }),
  readNews: call({
    method: 'POST',
    path: '/creditor/user/user/news/read',
    who: 'user',
    summary: 'Marks messages as read: the named ones, all, or all of a kind.',
    input: z
      .strictObject({ ids: Ids.optional(), all: flag.default(false), kind: MessageKind.optional() })
      .refine(({ ids, all }) => (ids !== undefined) !== all, { path: ['ids'], error: 'idsOrAll' }),
    reply: UnreadCount,
    audit: 'message.read',
  }),
  countNews: call({
    method: 'GET',
    path: '/creditor/user/user/news/count',
    who: 'user',
    summary: 'Returns the number of unread messages, in total and by kind.',
    input: nothing,
    reply: UnreadCount,
  }),
  restoreNews: call({
    method: 'POST',
    path: '/creditor/messages/restore',
    who: 'user',
    summary: 'Restores messages deleted within the last day.',
    input: z.strictObject({ ids: Ids }),
    reply: UnreadCount,
    audit: 'message.restored',
  }),
  notificationSettings: call({
    method: 'GET',
    path: '/creditor/messages/settings',
    who: 'user',
    summary: 'Returns notification channels by message kind, with email and phone.',
    input: nothing,
    reply: NotificationSettings,
  }),
  setNotification: call({
    method: 'PUT',
    path: '/creditor/messages/settings',
    who: 'user',
    of: 'person',
    summary: 'Sets the notification channels of a message kind.',
    input: z.strictObject({ kind: MessageKind, mail: flag, text: flag }),
    reply: NotificationSettings,
    refusals: ['CONFIRM_FIRST'],
    audit: 'notification.set',
  }),
  setNotificationLanguage: call({
    method: 'PUT',
    path: '/creditor/messages/language',
    who: 'user',
    of: 'person',
    summary: 'Sets the language of emails and text messages.',
    input: z.strictObject({ language: Language }),
    reply: NotificationSettings,
    audit: 'notification.language-set',
  }),
  sendEmailCode: call({
    method: 'POST',
    path: '/creditor/messages/email/code',
    who: 'user',
    of: 'person',
    summary: "Sends a code to the user's new email address.",
    input: z.strictObject({ email: Email }),
    reply: z.strictObject({ againInSeconds: z.int(), validSeconds: z.int() }),
    limits: [
      { per: 'login', times: 10, seconds: 86_400 },
      { per: 'address', times: 30, seconds: 3_600 },
    ],
    audit: 'email-code.sent',
  }),
  setEmail: call({
    method: 'PUT',
    path: '/creditor/messages/email',
    who: 'user',
    of: 'person',
    summary: 'Sets the email address by the code sent to it.',
    input: z.strictObject({ email: Email, code: TextCode }),
    reply: NotificationSettings,
    refusals: ['CONFIRM_FIRST', 'CODE_INVALID', 'EMAIL_TAKEN'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'email.set',
  }),
  removeEmail: call({
    method: 'DELETE',
    path: '/creditor/messages/email',
    who: 'user',
    of: 'person',
    summary: 'Removes the email address; no more email is sent.',
    input: nothing,
    reply: NotificationSettings,
    refusals: ['CONFIRM_FIRST'],
    audit: 'email.removed',
  }),
};
