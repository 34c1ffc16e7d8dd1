import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable, type WhoOf } from '../state-table.ts';

/** The life cycle of an announcement. A withdrawn announcement stays withdrawn. */
export const announcementStateTable = stateTable({
  states: ['draft', 'published', 'withdrawn'],
  initial: ['draft'],
  rows: [
    { from: 'draft', event: 'edit', to: 'draft', who: 'operator', because: 'it has not been published yet' },
    { from: 'draft', event: 'publish', to: 'published', who: 'operator', because: 'it is ready to be shown' },
    {
      from: 'published',
      event: 'correct',
      to: 'published',
      who: 'operator',
      because: 'it has a mistake; readers see when it was corrected',
    },
    { from: 'published', event: 'withdraw', to: 'withdrawn', who: 'operator', because: 'it is wrong or out of date' },
  ],
});

/** State of an announcement. */
export type AnnouncementState = StateOf<typeof announcementStateTable>;
/** Event that can change the state of an announcement. */
export type AnnouncementEvent = EventOf<typeof announcementStateTable>;
/** Role that can cause an event of an announcement. */
export type AnnouncementWho = WhoOf<typeof announcementStateTable>;

/** Words for the states of an announcement. */
export const announcementStateWords: Record<AnnouncementState, Word> = {
  draft: ['草稿', 'Draft'],
  published: ['已发布', 'Published'],
  withdrawn: ['已撤回', 'Withdrawn'],
};
