import type { messageCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { countNews, deleteNews, news, readNews, restoreNews } from './service.ts';
import {
  notificationSettings,
  removeEmail,
  sendEmailCode,
  setEmail,
  setNotification,
  setNotificationLanguage,
} from './settings.ts';

export const messageRoutes: Handlers<typeof messageCalls> = {
  news,
  deleteNews,
  readNews,
  countNews,
  restoreNews,
  notificationSettings,
  setNotification,
  setNotificationLanguage,
  sendEmailCode,
  setEmail,
  removeEmail,
};
