import { z } from 'zod';
import { call, nothing } from '../call.ts';

const time = z.iso.datetime();

/** Records of the calls about the transparency log. */
export const chainCalls = {
  chainInfo: call({
    method: 'GET',
    path: '/creditor/chain/info',
    who: 'public',
    summary: "Returns the log's size, root hash, latest checkpoints and growth.",
    input: nothing,
    reply: z.strictObject({
      origin: z.string(),
      /** Verifies the signatures of checkpoints (C2SP signed-note verifier key). */
      vkey: z.string(),
      size: z.int(),
      /** SHA-256, lower-case hex; null while the log is empty. */
      root: z.string().nullable(),
      checkpoints: z.array(z.strictObject({ size: z.int(), root: z.string(), at: time, note: z.string() })),
      /** Entries logged in each of the last 30 days (UTC), the oldest first. */
      growth: z.array(z.strictObject({ day: z.iso.date(), entries: z.int() })),
      /** URL prefix of the published checkpoint and tiles (C2SP tlog-tiles). */
      tiles: z.string(),
    }),
  }),
};
