import { z } from 'zod';

/**
 * Message of a replay to the page that frames it (`postMessage`): it is loading, the captured page is shown, it did not arrive in
 * time, or the browser refuses storage to the frame. A captured page can send the same, so it may only decide what users read.
 */
export const ReplayProgress = z.object({ replay: z.enum(['loading', 'shown', 'failed', 'blocked']) });
/** Message of a replay to the page that frames it. */
export type ReplayProgress = z.infer<typeof ReplayProgress>;

/** Sandboxed URLs of a replay: for a frame of the site, and for a tab; null if this service replays in frames only. */
export const ReplayUrls = z.strictObject({
  address: z.string(),
  tabAddress: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
/** Sandboxed URLs of a replay. */
export type ReplayUrls = z.infer<typeof ReplayUrls>;
