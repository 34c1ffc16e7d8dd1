import { z } from 'zod';
import { Message } from '../shared/sentences.ts';
import { liveLimits } from './session.ts';

/**
 * Messages of a live session over WebSocket. The user's window and the node's process each dial the service, which
 * forwards their messages: text messages are JSON of these records, binary messages from the node are frames
 * (`frameHeader`), binary messages from the window are pieces of a file that the page asked for.
 *
 * window → service   LiveInput
 * node → service     LiveOutput, frames
 * service → node     LiveInput of the window, LiveOrder
 * service → window   LiveOutput of the node, frames, LiveNotice
 */

/** Sub-protocol of the user's WebSocket; the second value offered is `ticket.` and the ticket. */
export const liveProtocol = 'proofkeep.live';
/** Largest message that a window may send, in bytes. */
export const liveInputBytes = 64 * 1024;
/** Largest message that a node may send, in bytes: a frame of a large page. */
export const liveOutputBytes = 8 * 2 ** 20;
/** Tokens that a window gains per second; each message costs some (`inputCost`). */
export const liveInputRate = 240;
/** Bytes of a file that a window may send in one message, and without acknowledgement. */
export const pieceBytes = { each: 48 * 1024, unanswered: 512 * 1024 } as const;
/** A window gets no further frames after this many unacknowledged ones. */
export const unackedFrames = 2;

/** Bytes before a frame's JPEG, big-endian: number (4), time in ms since the start (8, float), width (2), height (2). */
export const frameHeader = { number: 0, atMs: 4, width: 12, height: 14, bytes: 16 } as const;

/** Maximum number of fingers. */
export const liveTouches = 10;
/** Range of a coordinate: a pointer that is held down may leave the picture. */
export const livePlace = { min: -100, max: 10_000 } as const;
/** Largest distance that one message scrolls, in either direction. */
export const liveScroll = 10_000;

const coordinate = z.number().min(livePlace.min).max(livePlace.max);
const distance = z.number().min(-liveScroll).max(liveScroll);
const at = { x: coordinate, y: coordinate };
/** Bit field of the DevTools protocol: 1 Alt, 2 Ctrl, 4 Meta, 8 Shift. */
const modifiers = z.int().min(0).max(15).default(0);
const Text = z.string().max(liveLimits.textLength);
const tab = z.int().nonnegative();

/** Input from the user's window. */
export const LiveInput = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('mouse'),
    action: z.enum(['move', 'down', 'up']),
    ...at,
    button: z.enum(['none', 'left', 'middle', 'right']).default('none'),
    buttons: z.int().min(0).max(7).default(0),
    clicks: z.int().min(0).max(3).default(0),
    modifiers,
  }),
  z.strictObject({
    type: z.literal('wheel'),
    ...at,
    dx: distance,
    dy: distance,
    modifiers,
  }),
  /** `points`: the fingers that are on the page afterwards, all of them. */
  z.strictObject({
    type: z.literal('touch'),
    action: z.enum(['start', 'move', 'end', 'cancel']),
    points: z.array(z.strictObject({ ...at, id: z.int().min(0).max(20) })).max(liveTouches),
  }),
  z.strictObject({
    type: z.literal('key'),
    action: z.enum(['down', 'up']),
    key: z.string().min(1).max(40),
    code: z.string().max(40).default(''),
    keyCode: z.int().min(0).max(255).default(0),
    /** Text that the key types; empty for keys that type nothing. */
    text: z.string().max(8).default(''),
    modifiers,
    isRepeat: z.boolean().default(false),
  }),
  /** Text that isn't typed key by key. */
  z.strictObject({ type: z.literal('text'), text: Text, via: z.enum(['ime', 'paste']) }),
  /** Text of an input method that isn't committed yet; empty ends it without text. */
  z.strictObject({ type: z.literal('compose'), text: z.string().max(500) }),
  z.strictObject({ type: z.literal('navigate'), url: z.string().trim().min(1).max(8192) }),
  z.strictObject({ type: z.literal('go'), to: z.enum(['back', 'forward', 'reload', 'stop']) }),
  z.strictObject({ type: z.literal('tab'), action: z.enum(['select', 'close']), tab }),
  z.strictObject({ type: z.literal('new-tab') }),
  z.strictObject({ type: z.literal('dialog'), accept: z.boolean(), text: Text.default('') }),
  z.strictObject({ type: z.literal('snapshot'), note: z.string().trim().max(liveLimits.noteLength).default('') }),
  /** Asks for the selected text. */
  z.strictObject({ type: z.literal('copy') }),
  /** A file for the page's file chooser; its bytes follow in binary messages. */
  z.strictObject({
    type: z.literal('file'),
    name: z.string().min(1).max(255),
    sizeBytes: z.int().min(0).max(liveLimits.uploadBytes),
  }),
  /** Gives the page the files that were sent, or closes the chooser. */
  z.strictObject({ type: z.literal('choose'), accept: z.boolean() }),
  z.strictObject({ type: z.literal('zoom'), factor: z.literal(liveLimits.zooms) }),
  z.strictObject({ type: z.literal('ack'), frame: z.int().nonnegative() }),
  z.strictObject({ type: z.literal('ping'), at: z.number() }),
]);
export type LiveInput = z.infer<typeof LiveInput>;

/** Messages from the service to the node. */
export const LiveOrder = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('present'), is: z.boolean() }),
  /** `isFull`: whether cookies and credentials stay in the network record. */
  z.strictObject({ type: z.literal('stop'), isFull: z.boolean() }),
  /** How long the session may last in total. */
  z.strictObject({ type: z.literal('wall'), wallMs: z.int().positive() }),
]);
export type LiveOrder = z.infer<typeof LiveOrder>;

/** A tab as shown to the user. */
export const LiveTab = z.strictObject({
  id: tab,
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  isLoading: z.boolean(),
});
export type LiveTab = z.infer<typeof LiveTab>;

/** Where text is typed, in CSS pixels of the page. */
export const LiveCaret = z.strictObject({ x: z.number(), y: z.number(), height: z.number() });

/** Messages from the node to the user. */
export const LiveOutput = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('state'),
    /** Since the recording began. */
    atMs: z.number(),
    wallMs: z.number(),
    /** Visible area of the front tab, in CSS pixels: smaller if the page is zoomed in. */
    viewport: z.strictObject({ width: z.int(), height: z.int() }),
    zoom: z.literal(liveLimits.zooms),
    /** The front tab asks for files. */
    chooser: z.strictObject({ isMultiple: z.boolean() }).nullable(),
    tabs: z.array(LiveTab),
    canGoBack: z.boolean(),
    canGoForward: z.boolean(),
    dialog: z.strictObject({ kind: z.string(), text: z.string(), defaultText: z.string(), url: z.string() }).nullable(),
    caret: LiveCaret.nullable(),
    /** Typed text is now masked in the record. */
    isMasked: z.boolean(),
    recorded: z.strictObject({
      frames: z.int(),
      events: z.int(),
      chunks: z.int(),
      bytes: z.int(),
      /** Kind of the newest event (`liveEventKinds`); empty before the first one. */
      last: z.string(),
    }),
  }),
  z.strictObject({ type: z.literal('notice'), message: Message }),
  z.strictObject({ type: z.literal('copied'), text: z.string() }),
  z.strictObject({ type: z.literal('snapshot'), path: z.string(), note: z.string() }),
  z.strictObject({ type: z.literal('download'), name: z.string() }),
  z.strictObject({ type: z.literal('pong'), at: z.number() }),
  /** Bytes of a file arrived. */
  z.strictObject({ type: z.literal('received'), bytes: z.int() }),
  /** The recording ended; its delivery follows. */
  z.strictObject({ type: z.literal('ended'), because: z.string() }),
]);
export type LiveOutput = z.infer<typeof LiveOutput>;

/**
 * Messages from the service itself to the user. `waiting`: no node is connected. `taken`: another window took over.
 * `quality`: whether the user gets reduced pictures because they are acknowledged late. Network, the user's device or a
 * busy server may be the reason: the service can't tell which.
 */
export const LiveNotice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('waiting') }),
  z.strictObject({ type: z.literal('connected') }),
  z.strictObject({ type: z.literal('taken') }),
  z.strictObject({ type: z.literal('slow') }),
  z.strictObject({ type: z.literal('quality'), isReduced: z.boolean() }),
]);
export type LiveNotice = z.infer<typeof LiveNotice>;

/**
 * Codes with which the service closes a user's WebSocket (RFC 6455 §7.4.2). `held`: another window controls the
 * session, and this one did not ask to take over.
 */
export const liveCloses = {
  signedOut: 4401,
  taken: 4409,
  over: 4410,
  invalid: 4400,
  held: 4423,
  tooMany: 4429,
} as const;

/** Tokens that a message costs; messages that cause more work for the node cost more (`liveInputRate`). */
export function inputCost(input: LiveInput): number {
  switch (input.type) {
    case 'text':
    case 'compose':
      return 1 + Math.ceil(input.text.length / 200);
    case 'navigate':
    case 'go':
    case 'tab':
    case 'new-tab':
    case 'dialog':
    case 'zoom':
    case 'file':
    case 'choose':
      return 10;
    case 'snapshot':
    case 'copy':
      return 60;
    default:
      return 1;
  }
}
