import { z } from 'zod';
import { Message } from '../shared/sentences.ts';

/** The closed list of reasons for which a capture fails as a whole. */
export const captureFailures = [
  'URL_REFUSED',
  'EGRESS_REFUSED',
  'NAME_NOT_RESOLVED',
  'CONNECTION_FAILED',
  'TLS_INVALID',
  'LOAD_TIMEOUT',
  'PAGE_CRASHED',
  'MEMORY_EXCEEDED',
  'WALL_TIME_EXCEEDED',
  'NOT_A_PAGE',
  'COOKIES_GONE',
  'COOKIES_OTHER_SITE',
  'COOKIES_REFUSED',
  'COOKIES_SHOWN',
  'ISOLATION_FAILED',
  'CLOCK_FAR',
  'BROWSER_MISSING',
  'BROWSER_FAILED',
  'ABORTED',
  'INTERRUPTED',
  'INTERNAL',
] as const;

/** Code of the reason why a capture failed. */
export type CaptureFailure = (typeof captureFailures)[number];

/**
 * Faults of the node or the service: another attempt, or another node, may succeed. Every other failure, including
 * running out of memory, says something about the page or its site.
 */
const ownFaults: ReadonlySet<CaptureFailure> = new Set([
  'BROWSER_MISSING',
  'BROWSER_FAILED',
  'ISOLATION_FAILED',
  'CLOCK_FAR',
  'ABORTED',
  'INTERRUPTED',
  'INTERNAL',
]);

/** Whether an attempt failed because of the platform, which then retries it without the holder. */
export const isOwnFault = (code: CaptureFailure): boolean => ownFaults.has(code);

/** Why nothing was preserved. */
export const Failure = z.strictObject({
  code: z.enum(captureFailures),
  said: Message,
  /** The logs of node and service have the cause under this id; absent if the sentence says everything. */
  traceId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;
