import type { AnnouncementDraft, announcementCalls } from '@proofkeep/contract';
import type { Context, Handlers } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import * as store from './store.ts';

export const announcementRoutes: Handlers<typeof announcementCalls> = {
  list: (wanted, { db }) => store.publishedAnnouncements(db, wanted),
  all: (wanted, { db }) => store.allAnnouncements(db, wanted),
  async create(words, context) {
    const { db, caller, now } = context;
    const id = await store.insertAnnouncement(db, { ...words, staffId: caller.staffId, now });
    return inState(context, id, 'draft');
  },
  async edit({ id, ...words }, context) {
    await inState(context, id, 'draft');
    await store.updateWords(context.db, id, words);
    return inState(context, id, 'draft');
  },
  async publish({ id }, context) {
    await inState(context, id, 'draft');
    await store.setPublished(context.db, id, context.now);
    return null;
  },
  async withdraw({ id }, context) {
    await inState(context, id, 'published');
    await store.setWithdrawn(context.db, id, context.now);
    return null;
  },
};

/** Locked until the call is done. @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function inState(
  { db, audit }: Context<'operator'>,
  id: string,
  state: AnnouncementDraft['state'],
): Promise<AnnouncementDraft> {
  const found = await store.lockAnnouncement(db, id);
  if (!found) throw new Refusal('NOT_FOUND');
  if (found.state !== state) throw new Refusal('STATE_FORBIDS');
  audit({ announcement: id });
  return found;
}
