import { z } from 'zod';
import { CaptureEvent, CaptureReport } from '../../capture/capture.ts';
import { Failure } from '../../capture/failures.ts';
import { CaptureJob } from '../../capture/job.ts';
import { NodeClock, ServiceClock } from '../../shared/clock.ts';
import { NodePlace } from '../second-record.ts';

/**
 * Protocol between service and capture nodes, over HTTP with `Authorization: Bearer <token>`. A node leases one capture
 * at a time for each browser it may run, reports events, uploads the files and then the report. Every request after the
 * first names the lease by number and fence; once the lease is lost all of them are refused (LEASE_LOST), and the node
 * ends the capture.
 *
 * POST /node/lease                              LeaseRequest → LeaseAnswer; no offer if no work came within `waitMs`
 * POST /node/lease/{ano}/{fence}/events         NodeEvents → LeaseRenewed; renews the lease, even without events
 * PUT  /node/lease/{ano}/{fence}/files/{path}   the bytes of one artifact, announced by an earlier event → 204
 * PUT  /node/lease/{ano}/{fence}/chunks/{n}     a chunk of a recording: its part of the video, then that of the events
 * → 204
 * POST /node/lease/{ano}/{fence}/report         NodeReport → Delivered; ends the lease. May be repeated if the reply
 * was lost
 * POST /node/lease/{ano}/{fence}/left           NodeLeft → 204; ends the lease without a report
 *
 * Requests for work, events and the report carry the node's time, their replies the service's. A node learns from each
 * reply how far its clock is off, and states it in the next request; it gets no work while that is unknown, or above
 * `clockLimitMs`.
 */

/** A lease that is not renewed for this long may go to another node. */
export const leaseMs = 30_000;
/** Milliseconds between two renewals of a lease by its node. */
export const renewMs = 5_000;
/** Longest time that a node waits for work in one request. */
export const longestWaitMs = 20_000;
/** Maximum size of an artifact in bytes. */
export const artifactLimitBytes = 2 ** 30;

/** The node's own name, for the custody record. */
export const NodeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** How many captures of pages and live sessions a node carries at once. */
export const NodeCapacity = z.strictObject({
  captures: z.int().min(0).max(1_000),
  sessions: z.int().min(0).max(1_000),
});
export type NodeCapacity = z.infer<typeof NodeCapacity>;

/** Request of a node for work. */
export const LeaseRequest = z.strictObject({
  node: NodeName,
  waitMs: z.int().min(0).max(longestWaitMs),
  /** The kind of work for which the node has capacity: captures of pages, or live sessions. */
  kind: z.enum(['page', 'live']).default('page'),
  /** Where the node is; null if its operator doesn't say. Then it takes part in no capture from two places. */
  place: NodePlace.nullable().default(null),
  /** In total, however much of it is in use; null from an older node. */
  capacity: NodeCapacity.nullable().default(null),
  clock: NodeClock,
});
export type LeaseRequest = z.infer<typeof LeaseRequest>;

/** A capture for a node, with its lease. */
export const LeaseOffer = z.strictObject({
  ano: z.string(),
  /** Grows with every lease, so that files of different leases are never mixed. */
  fence: z.string().regex(/^\d+$/),
  job: CaptureJob,
});
export type LeaseOffer = z.infer<typeof LeaseOffer>;

/** Reply to a request for work; `offer` is null if there is none. */
export const LeaseAnswer = z.strictObject({ offer: LeaseOffer.nullable(), clock: ServiceClock });
export type LeaseAnswer = z.infer<typeof LeaseAnswer>;

/** An event of a capture, numbered by its node. */
export const NodeEvent = z.strictObject({ n: z.int().nonnegative(), at: z.iso.datetime(), event: CaptureEvent });
export type NodeEvent = z.infer<typeof NodeEvent>;

/** In order. An event sent twice counts once, by its number. */
export const NodeEvents = z.strictObject({ events: z.array(NodeEvent).max(500), clock: NodeClock });
export type NodeEvents = z.infer<typeof NodeEvents>;

/** Reply to a renewal: the new end of the lease. */
export const LeaseRenewed = z.strictObject({ until: z.iso.datetime(), clock: ServiceClock });
export type LeaseRenewed = z.infer<typeof LeaseRenewed>;

/** Sent after every artifact has been uploaded. */
export const NodeReport = z.strictObject({ report: CaptureReport, clock: NodeClock });
export type NodeReport = z.infer<typeof NodeReport>;

/** Reply to a delivery. */
export const Delivered = z.strictObject({ clock: ServiceClock });
export type Delivered = z.infer<typeof Delivered>;

/** Null if the node is being stopped, which doesn't count as an attempt; otherwise what prevented a report. */
export const NodeLeft = z.strictObject({ failure: Failure.nullable() });
export type NodeLeft = z.infer<typeof NodeLeft>;
