import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';

/** Limits: characters of a saved view's name and query, and views of a user. */
export const savedViews = { name: 40, query: 2_000, count: 30 } as const;

/** A user's saved filters for the list of evidence; `query` is that of the list's URL. */
export const SavedView = z.strictObject({ id: z.uuid(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof SavedView>;

/** Records of the calls about saved views of the list of evidence. */
export const viewCalls = {
  views: call({
    method: 'GET',
    path: '/creditor/attestations/views',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your saved views of the list of attestations, oldest first.',
    input: nothing,
    reply: z.strictObject({ list: z.array(SavedView) }),
  }),
  saveView: call({
    method: 'POST',
    path: '/creditor/attestations/views',
    who: 'user',
    needs: 'evidence',
    summary: 'Saves the filters of the list under a name; a view with this name is replaced.',
    input: z.strictObject({
      name: z.string().trim().min(1).max(savedViews.name),
      query: z.string().max(savedViews.query),
    }),
    reply: SavedView,
    refusals: ['VIEWS_FULL'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: null,
  }),
  deleteView: call({
    method: 'DELETE',
    path: '/creditor/attestations/views/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Deletes a saved view.',
    input: z.strictObject({ id: z.uuid() }),
    reply: nil,
    audit: null,
  }),
};
