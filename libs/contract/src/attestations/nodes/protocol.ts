import { z } from 'zod';
import { CaptureEvent, CaptureReport } from '../../capture/capture.ts';
import { Failure } from '../../capture/failures.ts';
import { CaptureJob } from '../../capture/job.ts';
import { NodeClock, ServiceClock } from '../../shared/clock.ts';

/**
 * Between service and capture nodes, over HTTP with `Authorization: Bearer <token>`. A node leases one capture at a time for
 * each browser it may run, tells what happens, hands in the files and then the report. Every request after the first names
 * the lease by number and fence; once the lease is lost all of them are refused (LEASE_LOST), and the node ends the capture.
 *
 *   POST /node/lease                              LeaseRequest → LeaseAnswer; no offer when nothing came within `waitMs`
 *   POST /node/lease/{ano}/{fence}/events         NodeEvents → LeaseRenewed; renews the lease, also with no events in it
 *   PUT  /node/lease/{ano}/{fence}/files/{path}   the bytes of one artifact, announced by an earlier event → 204
 *   PUT  /node/lease/{ano}/{fence}/chunks/{n}     a chunk of a recording: its part of the video, then that of the events → 204
 *   POST /node/lease/{ano}/{fence}/report         NodeReport → Delivered; ends the lease. Again, after the answer was lost, likewise
 *   POST /node/lease/{ano}/{fence}/left           NodeLeft → 204; ends the lease without a report
 *
 * Requests for work, events and the report carry the node's time, their answers the service's. A node learns from each answer
 * how far its clock is off, and says so in the next request; it gets no work while that is unknown, or beyond `clockLimitMs`.
 */

/** A lease that is not renewed for this long may go to another node. */
export const leaseMs = 30_000;
/** Milliseconds between two renewals of a lease by its node. */
export const renewMs = 5_000;
/** Longest time that a node waits for work in one request. */
export const longestWaitMs = 20_000;
/** Most bytes that one artifact may have. */
export const artifactLimitBytes = 2 ** 30;

/** The node's own name, for the custody record. */
export const NodeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** Request of a node for work. */
export const LeaseRequest = z.strictObject({
  node: NodeName,
  waitMs: z.int().min(0).max(longestWaitMs),
  /** The kind of work the node has room for: captures of pages, or live sessions. */
  kind: z.enum(['page', 'live']).default('page'),
  clock: NodeClock,
});
export type LeaseRequest = z.infer<typeof LeaseRequest>;

/** A capture that a node may do, with the lease it does it under. */
export const LeaseOffer = z.strictObject({
  ano: z.string(),
  /** Grows with every lease, so that files of different leases are never mixed. */
  fence: z.string().regex(/^\d+$/),
  job: CaptureJob,
});
export type LeaseOffer = z.infer<typeof LeaseOffer>;

/** Answer to a request for work; `offer` is null when there is none. */
export const LeaseAnswer = z.strictObject({ offer: LeaseOffer.nullable(), clock: ServiceClock });
export type LeaseAnswer = z.infer<typeof LeaseAnswer>;

/** An event of a capture, numbered by its node. */
export const NodeEvent = z.strictObject({ n: z.int().nonnegative(), at: z.iso.datetime(), event: CaptureEvent });
export type NodeEvent = z.infer<typeof NodeEvent>;

/** In order. An event sent twice counts once, by its number. */
export const NodeEvents = z.strictObject({ events: z.array(NodeEvent).max(500), clock: NodeClock });
export type NodeEvents = z.infer<typeof NodeEvents>;

/** Answer to a renewal: the lease is good until then. */
export const LeaseRenewed = z.strictObject({ until: z.iso.datetime(), clock: ServiceClock });
export type LeaseRenewed = z.infer<typeof LeaseRenewed>;

/** Every artifact has been handed in before. */
export const NodeReport = z.strictObject({ report: CaptureReport, clock: NodeClock });
export type NodeReport = z.infer<typeof NodeReport>;

/** Answer to a delivery. */
export const Delivered = z.strictObject({ clock: ServiceClock });
export type Delivered = z.infer<typeof Delivered>;

/** Null: the node is being stopped, which is no try; else what kept it from a report. */
export const NodeLeft = z.strictObject({ failure: Failure.nullable() });
export type NodeLeft = z.infer<typeof NodeLeft>;
