import { z } from 'zod';
import type { Word } from '../shared/words.ts';

/** Kinds of messages. */
export const messageKinds = [
  'capture',
  'notarization',
  'certification',
  'members',
  'account',
  'billing',
  'support',
] as const;
/** Topic of a message. */
export const MessageKind = z.enum(messageKinds);
export type MessageKind = z.infer<typeof MessageKind>;

/** Words for the topics of messages. */
export const messageKindWords: Record<MessageKind, Word> = {
  capture: ['存证', 'Evidence'],
  notarization: ['公证', 'Notarization'],
  certification: ['实名认证', 'Certification'],
  members: ['子账号', 'Sub-accounts'],
  account: ['账号安全', 'Account security'],
  billing: ['费用', 'Billing'],
  support: ['问题反馈', 'Support'],
};

/** Unread counts; also the data of `event: messages` in the live stream. */
export const UnreadCount = z.strictObject({ total: z.int(), byKind: z.record(MessageKind, z.int()) });
export type UnreadCount = z.infer<typeof UnreadCount>;
