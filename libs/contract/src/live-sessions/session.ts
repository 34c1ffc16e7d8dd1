import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const natural = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });

/** Limits of a live session. */
export const liveLimits = {
  /** Minutes that a user may book when the session opens, in the order shown. */
  minutes: [10, 30, 60, 120],
  /** Longest session in minutes, including extensions. */
  longestMinutes: 240,
  /** A session whose user has been away for this long stops and is sealed. */
  awayMs: 120_000,
  /** A session without input for this long stops and is sealed. */
  idleMs: 10 * 60_000,
  /** Maximum length of a chunk of a recording, and so of what the loss of a node may cost. */
  chunkMs: 5_000,
  /** Maximum number of tabs per session. */
  tabs: 12,
  /** Maximum length of one text. */
  textLength: 20_000,
  /** Maximum number of files that a page may be given at once. */
  uploads: 10,
  /** Largest file that a page may be given. */
  uploadBytes: 50 * 2 ** 20,
  /** Total size of all files that a session's pages may be given: they stay on the node's disk until it ends. */
  uploadsBytes: 500 * 2 ** 20,
  /** Zoom levels of pages. */
  zooms: [0.5, 0.75, 1, 1.25, 1.5, 2],
  /** Maximum length of a note. */
  noteLength: 200,
} as const;

/** Screens that a session can emulate. */
export const liveDevices = ['desktop', 'mobile'] as const;
/** Screen that a session emulates. */
export const LiveDevice = z.enum(liveDevices);
export type LiveDevice = z.infer<typeof LiveDevice>;

/** Size of a device's page in CSS pixels. */
export const liveViewports: Record<LiveDevice, { width: number; height: number }> = {
  desktop: { width: 1280, height: 800 },
  mobile: { width: 390, height: 780 },
};

/** Zoom level of a page. */
export type LiveZoom = (typeof liveLimits.zooms)[number];

/** Fields that make a capture job a live session. */
export const SessionJob = z.strictObject({
  device: LiveDevice.default('desktop'),
  /** Its maximum length, from when its browser is ready. */
  wallMs: natural.default(30 * 60_000),
  awayMs: natural.default(liveLimits.awayMs),
  idleMs: natural.default(liveLimits.idleMs),
  /** From where the node's process is controlled; filled in by the node. */
  control: z.strictObject({ url: z.string(), token: z.string() }).optional(),
});
export type SessionJob = z.infer<typeof SessionJob>;

/**
 * Why a recording ended. `node`: its node was being stopped. `lost`: the node was lost; the service kept what it had
 * received.
 */
export const liveEnds = ['stopped', 'time', 'away', 'idle', 'size', 'browser', 'node', 'lost'] as const;
/** Why a recording ended. */
export const LiveEnd = z.enum(liveEnds);
export type LiveEnd = z.infer<typeof LiveEnd>;

/** Kinds of events in `data/events.jsonl`. */
export const liveEventKinds = [
  'mouse',
  'wheel',
  'touch',
  'key',
  'text',
  'compose',
  'input-lost',
  'navigate',
  'page',
  'title',
  'go',
  'zoom',
  'refused',
  'unreachable',
  'certificates',
  'tab-opened',
  'tab-select',
  'tab-close',
  'tab-closed',
  'dialog',
  'dialog-answered',
  'file-chooser',
  'file-chooser-closed',
  'upload',
  'download-began',
  'download',
  'download-lost',
  'snapshot',
  'snapshot-lost',
  'copy',
  'error',
  'omitted',
  'extended',
  'user-connected',
  'user-away',
  'ended',
] as const;
/** Kind of an event in `data/events.jsonl`. */
export type LiveEventKind = (typeof liveEventKinds)[number];

/** A page that was visited. */
export const VisitedPage = z.strictObject({ atMs: natural, tab: natural, url: z.string(), title: z.string() });
/** A page that was visited. */
export type VisitedPage = z.infer<typeof VisitedPage>;

/** A file that was downloaded. */
export const SessionDownload = z.strictObject({
  atMs: natural,
  /** Path below `data/`. */
  path: z.string(),
  name: z.string(),
  url: z.string(),
  sizeBytes: natural,
  sha256: digest,
});
/** A file that was downloaded. */
export type SessionDownload = z.infer<typeof SessionDownload>;

/** A screenshot that the user asked for. */
export const SessionSnapshot = z.strictObject({
  atMs: natural,
  /** Path below `data/`. */
  path: z.string(),
  note: z.string(),
  url: z.string(),
});
/** A screenshot that the user asked for. */
export type SessionSnapshot = z.infer<typeof SessionSnapshot>;

/** The recording in the report of a live session. Times in ms count from `startedAt`. */
export const SessionFacts = z.strictObject({
  device: LiveDevice,
  startedAt: time,
  endedAt: time,
  endedBecause: LiveEnd,
  frames: natural,
  events: natural,
  chunks: natural,
  /** Head of the chain of chunks. */
  head: digest,
  /** Typed texts that the record has masked. */
  masked: natural,
  /** Whether the network record has cookies and credentials as sent. */
  isFull: z.boolean(),
  /**
   * Whether the network record was rewritten at the end, with credentials or without a password found late, so that the
   * chain doesn't cover it.
   */
  isRewritten: z.boolean().optional(),
  /** Number of requests of a lost session whose answers had not arrived. */
  unanswered: natural.optional(),
  /** A playback copy was derived from the recording. */
  hasPlayback: z.boolean(),
  pages: z.array(VisitedPage).max(2_000),
  /** Number of later visits, which `pages` doesn't list; absent if it lists all. */
  morePages: natural.optional(),
  downloads: z.array(SessionDownload).max(500),
  snapshots: z.array(SessionSnapshot).max(500),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

/** Part of a recorded file with its digest. */
const Range = z.strictObject({ offset: natural, size: natural, sha256: digest });
/** Fields of a line of `data/chunks.jsonl` (libs/bundle: RecordingChunk). */
export const liveChunk = {
  n: natural,
  fromMs: natural,
  toMs: natural,
  frames: natural,
  video: Range,
  events: Range,
  network: z.strictObject({ connections: Range.optional(), warc: Range, index: Range, waiting: natural }).optional(),
  previous: digest,
  head: digest,
};

/** Minutes charged for a recording: each started minute, at least one. */
export const startedMinutes = (durationMs: number): number => Math.max(1, Math.ceil(durationMs / 60_000));
