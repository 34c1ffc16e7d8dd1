import { z } from 'zod';
import { call, nil } from '../call.ts';
import { Count } from '../shared/lists.ts';

/** Days that the console looks back on the use of the site. */
export const usageDays = 30;

const Event = z.strictObject({
  /** `page`: a page was opened; `leave`: the site was left from it; `action`: something was done. */
  kind: z.enum(['page', 'leave', 'action']),
  /** A path pattern (`/attestation/:ano`) or one of the site's own names, never typed text. */
  name: z.string().regex(/^[A-Za-z0-9/:._-]{1,100}$/, 'behaviorName'),
  at: z.iso.datetime(),
});

/** Forms have no lists of objects, so they send them as JSON. */
const events = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, z.array(Event).min(1).max(100));

/** How often a page was opened, and how often it was the last one of a visit. */
export const PageUsage = z.strictObject({ name: z.string(), opened: Count, left: Count });
export type PageUsage = z.infer<typeof PageUsage>;

/** Records of the calls about the behavior of visitors. */
export const behaviorCalls = {
  behavior: call({
    method: 'POST',
    path: '/creditor/stats/user/behavior',
    who: 'user',
    summary:
      'Records site usage without personal data; nothing for browsers that ask not to be tracked. A form sends `events` as JSON.',
    input: z.strictObject({ events }),
    reply: nil,
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: null,
  }),
  usage: call({
    method: 'GET',
    path: '/creditor/console/behavior',
    who: 'operator',
    summary: 'Returns how often each page was opened in the last 30 days, and how often the site was left from it.',
    input: z.strictObject({}),
    reply: z.strictObject({ list: z.array(PageUsage) }),
  }),
};
