import { z } from 'zod';
import { liveChunk, SessionFacts } from '../live-sessions/session.ts';
import { ClockReading } from '../shared/clock.ts';
import { Message } from '../shared/sentences.ts';
import { Failure } from './failures.ts';
import { reportedLinks } from './job.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const time = z.iso.datetime({ precision: 3 });

const natural = z.int().nonnegative();

/** The steps of a capture, in order. Each has an outcome in the report, even if it was never reached. */
export const captureSteps = [
  'isolate',
  'launch',
  'inspect',
  'load',
  'consent',
  'scroll',
  'settle',
  'screenshot',
  'dom',
  'text',
  'product',
  'pdf',
  'certificates',
  'pack',
] as const;

/** The steps of a live session, in order. */
export const sessionSteps = ['isolate', 'launch', 'inspect', 'steer', 'pack', 'playback'] as const;

/** Step of a capture or of a live session. */
export const CaptureStep = z.enum([...captureSteps, 'steer', 'playback']);
export type CaptureStep = z.infer<typeof CaptureStep>;

/** How a step of a capture ended, and when. */
export const StepOutcome = z.strictObject({
  step: CaptureStep,
  /** `cut`: a stated limit was reached; `skipped`: not requested, or an earlier step failed. */
  outcome: z.enum(['done', 'cut', 'failed', 'skipped']),
  startedAt: time.nullable(),
  elapsedMs: natural,
  /** Empty when there is nothing to add. */
  said: z.array(Message),
});
export type StepOutcome = z.infer<typeof StepOutcome>;

/** Kinds of files that a capture produces. */
export const artifactKinds = [
  'wacz',
  'screenshot',
  'screenshot-viewport',
  'thumbnail',
  'dom',
  'text',
  'pdf',
  'actions',
  'environment',
  'clock',
  'connections',
  'certificates',
  'product',
  'structured',
  'report',
  'recording',
  'events',
  'chunks',
  'playback',
  'download',
  'snapshot',
] as const;

/** A file that a capture produced, with its size and digest. */
export const Artifact = z.strictObject({
  kind: z.enum(artifactKinds),
  /** Path relative to the work folder, `/` separated, equal to its later path under `data/` in the bundle. */
  path: z.string().regex(/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/),
  mediaType: z.string(),
  size: natural,
  sha256: digest,
  sm3: digest,
  crc32: z.int().min(0).max(0xffffffff),
});
export type Artifact = z.infer<typeof Artifact>;

/** Why a requested resource is incomplete in the record. */
export const Missing = z.strictObject({
  url: z.string(),
  why: z.enum(['refused-by-egress', 'network-error', 'body-unavailable', 'truncated', 'limit', 'unfinished']),
  said: Message,
});
export type Missing = z.infer<typeof Missing>;

/** Obstacles shown instead of the requested page, or over it. */
export const blockKinds = ['login-wall', 'challenge', 'http-error', 'overlay', 'empty'] as const;

/** A kind of sign that the capture may show the wrong page. */
export type BlockKind = (typeof blockKinds)[number];

/** Signs that this may not be the requested page, such as a login wall. Independent of completeness. */
export const Block = z.strictObject({
  kind: z.enum(blockKinds),
  /** Signs by which it was recognized. */
  signs: z.array(Message),
});
export type Block = z.infer<typeof Block>;

/** One HTTP redirect on the way to the page. */
export const Redirect = z.strictObject({ url: z.string(), status: z.int(), location: z.string() });
export type Redirect = z.infer<typeof Redirect>;

/** Facts about the captured page. */
export const PageFacts = z.strictObject({
  requestedUrl: z.string(),
  finalUrl: z.string().nullable(),
  title: z.string().nullable(),
  status: z.int().nullable(),
  protocol: z.string().nullable(),
  serverAddress: z.string().nullable(),
  contentLanguage: z.string().nullable(),
  /** The site's claim (`Date`, RFC 9110 §6.6.1), which is not a reference for any clock. */
  siteDate: time.nullable(),
  redirects: z.array(Redirect),
  heightPx: natural.nullable(),
  tls: z
    .strictObject({
      protocol: z.string(),
      subject: z.string(),
      issuer: z.string(),
      validFrom: time,
      validTo: time,
      /** The browser's verdict on the chain. */
      verdict: z.string(),
    })
    .nullable(),
});
export type PageFacts = z.infer<typeof PageFacts>;

/** Cleanliness report: the environment in which the page was captured. */
export const CaptureEnvironment = z.strictObject({
  tool: z.string(),
  toolVersion: z.string(),
  browser: z.string(),
  /** SHA-256 of the browser's executable. */
  browserSha256: digest,
  userAgent: z.string(),
  operatingSystem: z.string(),
  /** `namespace`: the browser could reach only the egress proxy; `proxy`: the browser was configured to use the proxy and runs as another user. */
  isolation: z.enum(['namespace', 'proxy']),
  /** Chromium's own sandbox, as the kernel reports for its renderers; a capture without it is refused. */
  sandbox: z.literal(true),
  /** The profile folder was made for this capture, and the browser had no cookie before the page was opened. */
  freshProfile: z.boolean(),
  /** Time at which no browser process was left and its profile folder was confirmed gone; null if that could not be confirmed. */
  profileRemovedAt: time.nullable(),
  extensions: z.array(z.string()),
  locale: z.string(),
  timezone: z.string(),
  viewport: z.string(),
  /** The requested options; absent in earlier reports. */
  options: z
    .strictObject({ device: z.enum(['desktop', 'phone']), waitForText: z.string(), allDensities: z.boolean() })
    .optional(),
  /** Operator settings that affect where the page came from. */
  settings: z.strictObject({
    /** Non-public destinations that the operator opened. */
    openedDestinations: z.array(z.string()),
    /** `name=address`: resolved from the settings and not by a resolver. */
    fixedNames: z.array(z.string()),
    /** SHA-256 of public keys (base64) that the browser accepts without a trusted issuer. */
    trustedKeys: z.array(z.string()),
  }),
  resolvers: z.array(z.string()),
  /** The node's clock compared with outside time servers, before the page was requested and after it was recorded. */
  clock: z.strictObject({ before: ClockReading.nullable(), after: ClockReading.nullable() }),
});
export type CaptureEnvironment = z.infer<typeof CaptureEnvironment>;

/** Changes a capture may make to a page or its requests. Closed list. */
export const alterationKinds = [
  /** The browser presented itself as a phone, as requested. */
  'device',
  /** The browser's name was sent without the word “Headless”. */
  'user-agent',
  /** Cookies that the user supplied were set, as requested. */
  'signed-in',
  /** An X.509 certificate that the browser rejected was accepted, as requested; one entry for each error. */
  'tls-overridden',
  /** A consent button was clicked, as requested. */
  'consent',
  /** The page tried to navigate away and was kept. */
  'navigation',
  /** Dialogs were answered. */
  'dialogs',
  /** Windows beyond the limit were closed. */
  'windows',
  /** Lazy images and frames were made to load at once. */
  'lazy-loading',
  /** Images for other screen densities were loaded, as requested. */
  'densities',
  /** The page's scripts were stopped before the screenshot. */
  'scripts-stopped',
  /** Incomplete resources were requested again. */
  'refetched',
  /** Cookies, credentials and request bodies with typed passwords were replaced by digests in the network record. */
  'credentials-withheld',
  /** A file chooser of the page was closed; only in reports of earlier live sessions. */
  'file-choosers',
] as const;

/** A change that the capture made to the page, recorded as evidence. */
export const Alteration = z.strictObject({ kind: z.enum(alterationKinds), said: Message });
export type Alteration = z.infer<typeof Alteration>;

/** Report of a capture: everything that sealing needs to know about it. */
export const CaptureReport = z.strictObject({
  captureId: z.string(),
  /** `complete`: every requested step is done and every resource shown is complete. `failed`: nothing worth sealing. */
  state: z.enum(['complete', 'partial', 'failed']),
  /** Null unless the capture failed. */
  failure: Failure.nullable(),
  startedAt: time,
  endedAt: time,
  page: PageFacts,
  environment: CaptureEnvironment.nullable(),
  steps: z.array(StepOutcome),
  resources: z.strictObject({ total: natural, whole: natural, bytes: natural }),
  missing: z.array(Missing),
  /** Limits of the whole capture that were reached. */
  limits: z.array(Message),
  block: Block.nullable(),
  /** Changes made by the capture; empty if none. */
  alterations: z.array(Alteration),
  /** Pages on the page's own host that it links to, in document order; absent unless they were requested. */
  links: z.array(z.string()).max(reportedLinks).optional(),
  /** Facts of a live session that recorded something. */
  session: SessionFacts.optional(),
});
export type CaptureReport = z.infer<typeof CaptureReport>;

/** One line of the node's standard output. */
export const CaptureEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('step'),
    step: CaptureStep,
    state: z.enum(['started', 'done', 'cut', 'failed', 'skipped']),
    said: z.array(Message),
    elapsedMs: natural,
  }),
  z.strictObject({
    type: z.literal('progress'),
    requests: natural,
    bytes: natural,
    inFlight: natural,
    doing: z.string(),
  }),
  z.strictObject({ type: z.literal('artifact'), artifact: Artifact }),
  /**
   * A live session began: what its report and `clock.json` would say if its node were lost now. Sent again once the time servers
   * answered.
   */
  z.strictObject({
    type: z.literal('begun'),
    report: CaptureReport,
    clock: z.string().max(100_000).nullable().default(null),
  }),
  /** A part of a live session's recording was hashed and chained; its files are still growing. */
  z.strictObject({ type: z.literal('chunk'), ...liveChunk }),
  /** Always the last line. */
  z.strictObject({ type: z.literal('report'), report: CaptureReport }),
]);
export type CaptureEvent = z.infer<typeof CaptureEvent>;
