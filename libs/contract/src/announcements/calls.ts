import { z } from 'zod';
import { call, nil } from '../call.ts';
import { announcementLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { announcementStateTable } from './states.ts';

/** A text that must be given in both languages. */
const both = (max: number) =>
  z.strictObject({ zh: z.string().trim().min(1).max(max), en: z.string().trim().min(1).max(max) });
const shown = z.strictObject({ zh: z.string(), en: z.string() });

/** With `text`, the text in the reader's language. */
const read = z.strictObject({ ...shown.shape, text: z.string() });

/** An announcement as readers see it. */
export const Announcement = z.strictObject({
  id: z.string(),
  title: read,
  /** Plain text; an empty line separates paragraphs. */
  text: read,
  publishedAt: z.iso.datetime(),
  /** When it was last corrected; null if never. */
  correctedAt: z.iso.datetime().nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

/** An announcement as the console sees it. */
export const AnnouncementDraft = z.strictObject({
  id: z.string(),
  state: z.enum(announcementStateTable.states),
  title: shown,
  text: shown,
  /** Name of the operator who wrote it. */
  by: z.string(),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  correctedAt: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  /** Texts before each correction, latest first. */
  earlier: z.array(z.strictObject({ title: shown, text: shown, until: z.iso.datetime(), correctedBy: z.string() })),
});
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>;

const words = { title: both(announcementLength.title), text: both(announcementLength.text) };
const one = z.strictObject({ id: z.uuid() });

/** Records of the calls about announcements. */
export const announcementCalls = {
  list: call({
    method: 'POST',
    path: '/creditor/announcement/list',
    who: 'public',
    summary:
      'Lists published announcements, newest first. `text` of a title or text is in the language of `Accept-Language`.',
    input: z.strictObject(page),
    reply: listOf(Announcement),
  }),
  all: call({
    method: 'GET',
    path: '/creditor/console/announcements',
    who: 'operator',
    summary: 'Lists announcements in any state, newest first.',
    input: z.strictObject(page),
    reply: listOf(AnnouncementDraft),
  }),
  create: call({
    method: 'POST',
    path: '/creditor/console/announcements',
    who: 'operator',
    summary: 'Creates a draft, visible in the console only until published.',
    input: z.strictObject(words),
    reply: AnnouncementDraft,
    audit: 'announcement.created',
  }),
  edit: call({
    method: 'PUT',
    path: '/creditor/console/announcements/{id}',
    who: 'operator',
    summary: 'Changes a draft.',
    input: z.strictObject({ ...one.shape, ...words }),
    reply: AnnouncementDraft,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.edited',
  }),
  publish: call({
    method: 'POST',
    path: '/creditor/console/announcements/{id}/publish',
    who: 'operator',
    summary: 'Publishes a draft.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.published',
  }),
  correct: call({
    method: 'POST',
    path: '/creditor/console/announcements/{id}/correct',
    who: 'operator',
    summary:
      'Corrects a published announcement; readers see the time of the correction, operators also the earlier text.',
    input: z.strictObject({ ...one.shape, ...words }),
    reply: AnnouncementDraft,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.corrected',
  }),
  withdraw: call({
    method: 'POST',
    path: '/creditor/console/announcements/{id}/withdraw',
    who: 'operator',
    summary: 'Withdraws a published announcement.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'announcement.withdrawn',
  }),
};
