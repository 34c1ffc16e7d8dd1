import { z } from 'zod';
import { CaptureEvent, CaptureJob, CaptureReport } from './capture.ts';

/**
 * Between service and capture nodes, over HTTP with `Authorization: Bearer <token>`. A node leases one capture at a time for
 * each browser it may run, tells what happens, hands in the files and then the report. Every request after the first names
 * the lease by number and fence; once the lease is lost all of them are refused (LEASE_LOST), and the node ends the capture.
 *
 *   POST /node/lease                              LeaseRequest → LeaseOffer, or 204 when nothing came within `waitMs`
 *   POST /node/lease/{ano}/{fence}/events         NodeEvents → LeaseRenewed; renews the lease, also with no events in it
 *   PUT  /node/lease/{ano}/{fence}/files/{path}   the bytes of one artifact → 204
 *   POST /node/lease/{ano}/{fence}/report         NodeReport → 204; ends the lease. Again, after the answer was lost: 204
 */

/** A lease that is not renewed for so long goes to somebody else. */
export const leaseMs = 30_000;
export const renewMs = 5_000;
/** Longest time that a node waits for work in one request. */
export const longestWaitMs = 20_000;

export const LeaseRequest = z.strictObject({
  /** What the node calls itself, in the custody record. */
  node: z.string().min(1).max(100),
  waitMs: z.int().min(0).max(longestWaitMs),
});
export type LeaseRequest = z.infer<typeof LeaseRequest>;

export const LeaseOffer = z.strictObject({
  ano: z.string(),
  /** Grows with every lease there is: the files of another lease are never mixed with those of this one. */
  fence: z.string().regex(/^\d+$/),
  job: CaptureJob,
});
export type LeaseOffer = z.infer<typeof LeaseOffer>;

/** In the order they happened; a number is told once, whatever is sent twice. */
export const NodeEvents = z.strictObject({
  events: z.array(z.strictObject({ n: z.int().nonnegative(), at: z.iso.datetime(), event: CaptureEvent })).max(500),
});
export type NodeEvents = z.infer<typeof NodeEvents>;

export const LeaseRenewed = z.strictObject({ until: z.iso.datetime() });

export const NodeReport = z.strictObject({ report: CaptureReport });
export type NodeReport = z.infer<typeof NodeReport>;
