import { z } from 'zod';
import { call, nil } from '../call.ts';
import { listOf, page } from '../shared/lists.ts';

/** Words in both languages, as somebody wrote them. */
const both = (max: number) =>
  z.strictObject({ zh: z.string().trim().min(1).max(max), en: z.string().trim().min(1).max(max) });
const shown = z.strictObject({ zh: z.string(), en: z.string() });

export const Announcement = z.strictObject({
  id: z.string(),
  title: shown,
  /** Plain; an empty line parts paragraphs. */
  text: shown,
  publishedAt: z.iso.datetime(),
});
export type Announcement = z.infer<typeof Announcement>;

/** Written → published → withdrawn, and not back: what was withdrawn is written anew. */
export const announcementStates = ['draft', 'published', 'withdrawn'] as const;

/** As the console sees it. */
export const AnnouncementDraft = z.strictObject({
  id: z.string(),
  state: z.enum(announcementStates),
  title: shown,
  text: shown,
  /** Name of whoever wrote it. */
  by: z.string(),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>;

const words = { title: both(120), text: both(10_000) };
const one = z.strictObject({ id: z.uuid() });

export const announcementCalls = {
  list: call({
    method: 'POST',
    path: '/creditor/announcement/list',
    who: 'public',
    summary: 'Published announcements, the newest first.',
    input: z.strictObject(page),
    reply: listOf(Announcement),
  }),
  all: call({
    method: 'GET',
    path: '/creditor/console/announcements',
    who: 'operator',
    summary: 'Every announcement in whatever state, the newest first.',
    input: z.strictObject(page),
    reply: listOf(AnnouncementDraft),
  }),
  create: call({
    method: 'POST',
    path: '/creditor/console/announcements',
    who: 'operator',
    summary: 'Writes an announcement, which nobody outside of the console sees before it is published.',
    input: z.strictObject(words),
    reply: AnnouncementDraft,
    audit: 'announcement.created',
  }),
  edit: call({
    method: 'PUT',
    path: '/creditor/console/announcements/{id}',
    who: 'operator',
    summary: 'Changes an announcement that is not published yet.',
    input: z.strictObject({ ...one.shape, ...words }),
    reply: AnnouncementDraft,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.edited',
  }),
  publish: call({
    method: 'POST',
    path: '/creditor/console/announcements/{id}/publish',
    who: 'operator',
    summary: 'Shows an announcement to everybody.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.published',
  }),
  withdraw: call({
    method: 'POST',
    path: '/creditor/console/announcements/{id}/withdraw',
    who: 'operator',
    summary: 'Takes an announcement away from everybody.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.withdrawn',
  }),
};
