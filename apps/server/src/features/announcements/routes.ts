import type { AnnouncementDraft, AnnouncementEvent, announcementCalls } from '@proofkeep/contract';
import type { Context, Handlers } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { announcements } from './service.ts';
import * as store from './store.ts';

export const announcementRoutes: Handlers<typeof announcementCalls> = {
  list: announcements,
  all: (wanted, { db }) => store.allAnnouncements(db, wanted),
  async create(words, context) {
    const { db, caller, now, audit } = context;
    const id = await store.insertAnnouncement(db, { ...words, staffId: caller.staffId, now });
    audit({ announcement: id });
    return find(context, id);
  },
  async edit({ id, ...words }, context) {
    await move(context, id, 'edit', store.wordColumns(words));
    return find(context, id);
  },
  async publish({ id }, context) {
    await move(context, id, 'publish', { published_at: context.now });
    return null;
  },
  async correct({ id, ...words }, context) {
    const { db, caller, now } = context;
    await store.keepEarlier(db, id, { staffId: caller.staffId, now });
    await move(context, id, 'correct', { ...store.wordColumns(words), corrected_at: now });
    return find(context, id);
  },
  async withdraw({ id }, context) {
    await move(context, id, 'withdraw', { withdrawn_at: context.now });
    return null;
  },
};

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function move(
  { db, audit }: Context<'operator'>,
  id: string,
  event: AnnouncementEvent,
  set: Record<string, unknown>,
): Promise<void> {
  await transition(db, store.announcementLifecycle, id, { event, who: 'operator', detail: null, set });
  audit({ announcement: id });
}

async function find({ db }: Context<'operator'>, id: string): Promise<AnnouncementDraft> {
  const found = await store.findAnnouncement(db, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}
