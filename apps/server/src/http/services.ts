import type { TextMessages } from '../providers/text-messages.ts';

/** What lies outside of the database. */
export interface Services {
  textMessages: TextMessages;
}
