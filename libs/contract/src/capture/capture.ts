import { z } from 'zod';
import { liveChunk, SessionFacts, SessionJob } from '../live-sessions/session.ts';
import { ClockReading } from '../shared/clock.ts';
import { Message } from '../shared/sentences.ts';

/**
 * The boundary between who orders a capture (command line, server) and the capture node that drives the browser.
 * A job goes in as one JSON value; events come out as one JSON value a line; artifacts are files in the work folder.
 */

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime({ precision: 3 });
const natural = z.int().nonnegative();

/** How long the step `pack` may take: it alone still works when the wall limit has passed, on what was recorded until then. */
export const packLimitMs = 60_000;

/** Hard bounds of one capture. Reaching one ends the step that reached it and appears in the completeness statement. */
export const CaptureLimits = z.strictObject({
  /** Whole capture but for `pack`, kept outside the browser, which is killed when it passes. */
  wallMs: natural.default(120_000),
  /** All bodies together, as received by the egress proxy. */
  bytes: natural.default(512 * 1024 * 1024),
  requests: natural.default(3000),
  pageHeightPx: natural.default(30_000),
  scrollSteps: natural.default(200),
  /** How often the page may grow under scrolling before the scroll is cut. */
  scrollGrowths: natural.default(20),
  /** Windows the page may open; more are closed at once. */
  popups: natural.default(3),
  /** Resident memory of the whole browser tree; above it the tree is killed. */
  memoryBytes: natural.default(1536 * 1024 * 1024),
});
export type CaptureLimits = z.infer<typeof CaptureLimits>;

/** Languages that a capture may ask a site for (BCP 47). */
export const captureLocales = [
  'zh-CN',
  'zh-TW',
  'en-US',
  'ja-JP',
  'ko-KR',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'ru-RU',
] as const;

/** Time zones that a page may be shown in (IANA). */
export const captureTimezones = [
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Asia/Singapore',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'UTC',
] as const;

/** What the browser may present itself as, with its window in CSS pixels. */
export const captureDevices = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
/** Name of such a device. */
export type CaptureDevice = keyof typeof captureDevices;

/** Longest text that a capture may wait for. */
export const waitForTextLength = 100;

/** A capture to do: the URL, the options and the limits. */
export const CaptureJob = z.strictObject({
  captureId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** The URL as typed, trimmed; the node parses it with the WHATWG URL parser and refuses anything but http(s). */
  url: z.string().min(1).max(8192),
  viewport: z.strictObject({ width: natural.default(1440), height: natural.default(900) }).prefault({}),
  /** `phone`: the browser presents itself as one, with a touch screen. */
  device: z.enum(['desktop', 'phone']).default('desktop'),
  /** Wait until the page shows this text before it is pictured; empty: don't. */
  waitForText: z.string().max(waitForTextLength).default(''),
  /** Load every candidate of `srcset`, also those for screens of other densities. */
  allDensities: z.boolean().default(false),
  /** BCP 47; sent as Accept-Language and used by the page's Intl. */
  locale: z.string().default('zh-CN'),
  /** IANA zone the page sees. */
  timezone: z.string().default('Asia/Shanghai'),
  limits: CaptureLimits.prefault({}),
  /** `ecommerce`: what the page states about a product is extracted too. */
  kind: z.enum(['page', 'ecommerce']).default('page'),
  /** Press a recognised consent button; off by default because it changes what is seen. Recorded as an action, screenshots before and after. */
  dismissConsent: z.boolean().default(false),
  /** `require-valid`: a page whose certificate the browser rejects fails the capture. `record-invalid`: it is captured and the verdict recorded. */
  tls: z.enum(['require-valid', 'record-invalid']).default('require-valid'),
  /** Destinations the operator opened although they are not public: `host:port`, `address:port` or CIDR. */
  egressAllow: z.array(z.string()).default([]),
  /** Hosts under which the service itself is reached, `name`, `*.name` or address: pages may not go there unless `egressAllow` opens them. */
  ownHosts: z.array(z.string()).default([]),
  /** Makes it a live session: a user steers the browser. Its URL may be `about:blank`. */
  session: SessionJob.optional(),
});
export type CaptureJob = z.infer<typeof CaptureJob>;

/** The steps of a capture, in order. Every one ends with an outcome in the report, also when it was never reached. */
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
  /** `cut`: a stated bound was reached; `skipped`: not asked for, or an earlier step failed. */
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

/** Why a resource the page asked for is not whole in the record. */
export const Missing = z.strictObject({
  url: z.string(),
  why: z.enum(['refused-by-egress', 'network-error', 'body-unavailable', 'truncated', 'limit', 'unfinished']),
  said: Message,
});
export type Missing = z.infer<typeof Missing>;

/** What may be shown instead of the requested page, or over it. */
export const blockKinds = ['login-wall', 'challenge', 'http-error', 'overlay', 'empty'] as const;
/** A kind of sign that this is not the page that was wanted. */
export type BlockKind = (typeof blockKinds)[number];

/** Signs that this isn't the page that was wanted, such as a login wall. It says nothing about completeness. */
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
  /** The site's word (`Date`, RFC 9110 §6.6.1), which is no reference for any clock. */
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

/** Cleanliness report: in what environment the page was seen. */
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
  /** Chromium's own, as the kernel says of its renderers; a capture without it is refused. */
  sandbox: z.literal(true),
  /** The profile folder was made for this capture, and the browser had no cookie before the page was opened. */
  freshProfile: z.boolean(),
  /** Time at which no browser process was left and its profile folder was confirmed gone; null if that could not be confirmed. */
  profileRemovedAt: time.nullable(),
  extensions: z.array(z.string()),
  locale: z.string(),
  timezone: z.string(),
  viewport: z.string(),
  /** What was asked for; absent in earlier reports. */
  options: z
    .strictObject({ device: z.enum(['desktop', 'phone']), waitForText: z.string(), allDensities: z.boolean() })
    .optional(),
  /** Operator settings that change where the page came from. */
  settings: z.strictObject({
    /** Destinations that may be reached although they are not public. */
    openedDestinations: z.array(z.string()),
    /** `name=address`: answered from the settings and by no resolver. */
    fixedNames: z.array(z.string()),
    /** SHA-256 of public keys (base64) that the browser takes for valid although nobody vouches for them. */
    trustedKeys: z.array(z.string()),
  }),
  resolvers: z.array(z.string()),
  /** The node's clock against outside time servers, before the page was asked for and after it was recorded. */
  clock: z.strictObject({ before: ClockReading.nullable(), after: ClockReading.nullable() }),
});
export type CaptureEnvironment = z.infer<typeof CaptureEnvironment>;

/** Changes a capture may make to a page or its requests. Closed list. */
export const alterationKinds = [
  /** The browser presented itself as a phone, as asked. */
  'device',
  /** The browser's name was sent without the word “Headless”. */
  'user-agent',
  /** A certificate that the browser rejected was accepted, as asked; one entry for each error of it. */
  'tls-overridden',
  /** A consent button was pressed, as asked. */
  'consent',
  /** The page wanted to go elsewhere and was kept. */
  'navigation',
  /** Dialogs were answered. */
  'dialogs',
  /** Windows beyond the limit were closed. */
  'windows',
  /** Lazy images and frames were made to load at once. */
  'lazy-loading',
  /** Images for other screen densities were loaded, as asked. */
  'densities',
  /** No script of the page ran any more when it was pictured. */
  'scripts-stopped',
  /** Resources that did not come whole were asked for once more. */
  'refetched',
  /** Cookies, credentials and request bodies with typed passwords were replaced by digests in the network record. */
  'credentials-withheld',
  /** A file chooser of the page was closed. */
  'file-choosers',
] as const;
/** A change that the capture made to the page, recorded as evidence. */
export const Alteration = z.strictObject({ kind: z.enum(alterationKinds), said: Message });
export type Alteration = z.infer<typeof Alteration>;

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
 * Failures of the node or the service: another attempt, or another node, may succeed. Every other failure, running out of
 * memory included, says something about the page or its site.
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

/** Whether an attempt failed through a fault of the platform, which makes it again without the holder. */
export const isOwnFault = (code: CaptureFailure): boolean => ownFaults.has(code);

/** Why nothing was preserved. */
export const Failure = z.strictObject({
  code: z.enum(captureFailures),
  said: Message,
  /** Under this id the logs of node and service have the cause; absent if the sentence says all there is. */
  traceId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** Report of a capture: all that sealing needs to know about it. */
export const CaptureReport = z.strictObject({
  captureId: z.string(),
  /** `complete`: every asked step done and every resource of what was shown whole. `failed`: nothing worth sealing. */
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
  /** Bounds of the whole capture that were reached. */
  limits: z.array(Message),
  block: Block.nullable(),
  /** Changes made by the capture; empty if none. */
  alterations: z.array(Alteration),
  /** Of a live session that recorded something. */
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
  /** A live session began: what its report would say if its node were lost now. */
  z.strictObject({ type: z.literal('begun'), report: CaptureReport }),
  /** A part of a live session's recording was hashed and chained; its files are still growing. */
  z.strictObject({ type: z.literal('chunk'), ...liveChunk }),
  /** Always the last line. */
  z.strictObject({ type: z.literal('report'), report: CaptureReport }),
]);
export type CaptureEvent = z.infer<typeof CaptureEvent>;
