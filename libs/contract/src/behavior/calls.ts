import { z } from 'zod';
import { call, nil } from '../call.ts';

/** Records of the calls about the behavior of visitors. */
export const behaviorCalls = {
  behavior: call({
    method: 'POST',
    path: '/creditor/stats/user/behavior',
    who: 'user',
    summary: 'Records site usage without personal data; nothing for browsers that ask not to be tracked.',
    input: z.strictObject({
      events: z
        .array(
          z.strictObject({
            /** `page` or `action`, and which: a path pattern or a name of the site’s own, never what was typed. */
            kind: z.enum(['page', 'action']),
            name: z.string().regex(/^[A-Za-z0-9/:._-]{1,100}$/),
            at: z.iso.datetime(),
          }),
        )
        .min(1)
        .max(100),
    }),
    reply: nil,
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: null,
  }),
};
