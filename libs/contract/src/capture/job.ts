import { z } from 'zod';
import { SessionJob } from '../live-sessions/session.ts';

/**
 * The boundary between what orders a capture (command line, server) and the capture node that drives the browser. A job
 * goes in as one JSON value; events come out as one JSON value per line; artifacts are files in the work folder.
 */

const natural = z.int().nonnegative();

/** Time limit of the step `pack`, which still runs after the wall limit, on what was recorded until then. */
export const packLimitMs = 60_000;

/** Hard limits of one capture. Reaching one ends the current step and appears in the completeness statement. */
export const CaptureLimits = z.strictObject({
  /** Limit of the whole capture except `pack`, enforced outside the browser, which is killed when it passes. */
  wallMs: natural.default(120_000),
  /** All bodies together, as received by the egress proxy. */
  bytes: natural.default(512 * 1024 * 1024),
  requests: natural.default(3000),
  pageHeightPx: natural.default(30_000),
  scrollSteps: natural.default(200),
  /** How often the page may grow while scrolling before scrolling is cut off. */
  scrollGrowths: natural.default(20),
  /** Windows the page may open; further ones are closed at once. */
  popups: natural.default(3),
  /** Resident memory of the whole browser tree; above it the tree is killed. */
  memoryBytes: natural.default(1536 * 1024 * 1024),
});
export type CaptureLimits = z.infer<typeof CaptureLimits>;

/** Languages that a capture may request from a site (BCP 47). */
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

/** Time zones in which a page can be shown (IANA). */
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

/** Devices that the browser can present itself as, with the window in CSS pixels. */
export const captureDevices = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** Name of such a device. */
export type CaptureDevice = keyof typeof captureDevices;

/** Maximum length of a text that a capture may wait for. */
export const waitForTextLength = 100;

/** Maximum number of a page's links in its report. */
export const reportedLinks = 200;
/** Maximum number of pages that are preserved with the page that links to them. */
export const mostLinkedPages = 20;

/**
 * Maximum number of cookies of a signed-in profile. Browsers keep 180 per domain; sites rarely set more than half as
 * many.
 */
export const mostProfileCookies = 100;

/** A cookie of a signed-in profile, as set before the page is opened. */
export const ProfileCookie = z.strictObject({
  name: z.string().max(256),
  value: z.string().max(4_096),
  /** Null for a cookie of the captured page's host only. */
  domain: z.string().max(253).nullable(),
  path: z.string().max(1_024).default('/'),
  secure: z.boolean().default(false),
  httpOnly: z.boolean().default(false),
});
export type ProfileCookie = z.infer<typeof ProfileCookie>;

/** A requested capture: the URL, the options and the limits. */
export const CaptureJob = z.strictObject({
  captureId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** The URL as typed, trimmed; the node parses it with the WHATWG URL parser and refuses anything but http(s). */
  url: z.string().min(1).max(8192),
  viewport: z.strictObject({ width: natural.default(1440), height: natural.default(900) }).prefault({}),
  /** `phone`: the browser presents itself as one, with a touch screen. */
  device: z.enum(['desktop', 'phone']).default('desktop'),
  /** Waits until the page shows this text before the screenshot; empty for no wait. */
  waitForText: z.string().max(waitForTextLength).default(''),
  /** Loads every candidate of `srcset`, including those for other screen densities. */
  allDensities: z.boolean().default(false),
  /** Lists the pages that the page links to in the report. */
  listLinks: z.boolean().default(false),
  /** Cookies that the user supplied. Their values must not be in any file, event or report of the capture. */
  cookies: z.array(ProfileCookie).max(mostProfileCookies).default([]),
  /** BCP 47; sent as Accept-Language and used by the page's Intl. */
  locale: z.string().default('zh-CN'),
  /** IANA zone the page sees. */
  timezone: z.string().default('Asia/Shanghai'),
  limits: CaptureLimits.prefault({}),
  /** `ecommerce`: also extracts what the page states about a product. */
  kind: z.enum(['page', 'ecommerce']).default('page'),
  /**
   * Clicks a recognised consent button; off by default because it changes what is shown. Recorded as an action, with
   * screenshots before and after.
   */
  dismissConsent: z.boolean().default(false),
  /**
   * `require-valid`: fails the capture of a page whose X.509 certificate the browser rejects. `record-invalid`:
   * captures it and records the verdict.
   */
  tls: z.enum(['require-valid', 'record-invalid']).default('require-valid'),
  /** Non-public destinations that the operator opened: `host:port`, `address:port` or CIDR. */
  egressAllow: z.array(z.string()).default([]),
  /**
   * Hosts of the service itself, as `name`, `*.name` or address: pages can't reach them unless `egressAllow` covers
   * them.
   */
  ownHosts: z.array(z.string()).default([]),
  /** Makes it a live session, in which a user controls the browser. Its URL may be `about:blank`. */
  session: SessionJob.optional(),
});
export type CaptureJob = z.infer<typeof CaptureJob>;
