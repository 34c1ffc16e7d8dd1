import { z } from 'zod';
import { MatterPartyRole } from '../notarization/content.ts';
import { VideoRoomState } from './room.ts';

/**
 * Messages of a room over WebSocket, as JSON. The service passes signals between two people who are both present, and
 * first checks form, size, rate, and that the room is open.
 *
 * browser → service   RoomInput service → browser   RoomOutput
 */

/** Sub-protocol of a room's WebSocket; the second value offered is `ticket.` and the ticket. */
export const roomProtocol = 'proofkeep.room';
/** Path of a room's WebSocket. */
export const roomSocketPath = (roomId: string): string => `/live/room/${roomId}`;
/** Largest message that a browser may send, in bytes. */
export const roomInputBytes = 48 * 1024;
/** Messages that a browser may send in a burst, and per second afterwards; ICE candidates come in bursts. */
export const roomInputRate = { burst: 240, perSecond: 20 } as const;

const PersonId = z.union([z.literal('notary'), z.uuid()]);
/** Number of a person's connection; signals for an earlier one are dropped. */
const Connection = z.int().nonnegative();

/** Signal between two browsers that connect: a session description (RFC 8866) or an ICE candidate (RFC 8839). */
export const RoomSignal = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('description'),
    type: z.enum(['offer', 'answer', 'rollback', 'pranswer']),
    sdp: z.string().max(40_000),
  }),
  z.strictObject({
    kind: z.literal('candidate'),
    candidate: z.string().max(2_000),
    sdpMid: z.string().max(64).nullable(),
    sdpMLineIndex: z.int().min(0).max(64).nullable(),
    usernameFragment: z.string().max(256).nullable(),
  }),
]);
export type RoomSignal = z.infer<typeof RoomSignal>;

const media = { camera: z.boolean(), microphone: z.boolean() };

/** Messages from a browser. */
export const RoomInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('signal'), to: PersonId, connection: Connection, signal: RoomSignal }),
  z.strictObject({ type: z.literal('media'), ...media }),
  /** The notary's browser has started or stopped recording. */
  z.strictObject({ type: z.literal('recording'), is: z.boolean() }),
  z.strictObject({ type: z.literal('ping'), at: z.number() }),
]);
export type RoomInput = z.infer<typeof RoomInput>;

/** A person who is present. */
export const RoomPerson = z.strictObject({
  id: PersonId,
  name: z.string(),
  role: z.union([z.literal('notary'), MatterPartyRole]),
  connection: Connection,
  ...media,
});
export type RoomPerson = z.infer<typeof RoomPerson>;

/** Messages from the service. */
export const RoomOutput = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('welcome'),
    me: RoomPerson,
    people: z.array(RoomPerson),
    state: VideoRoomState,
    isRecorded: z.boolean(),
  }),
  z.strictObject({ type: z.literal('joined'), person: RoomPerson }),
  z.strictObject({ type: z.literal('left'), id: PersonId, connection: Connection }),
  z.strictObject({ type: z.literal('signal'), from: PersonId, connection: Connection, signal: RoomSignal }),
  z.strictObject({ type: z.literal('media'), id: PersonId, ...media }),
  z.strictObject({ type: z.literal('recording'), is: z.boolean() }),
  z.strictObject({ type: z.literal('room'), state: VideoRoomState }),
  z.strictObject({ type: z.literal('pong'), at: z.number() }),
]);
export type RoomOutput = z.infer<typeof RoomOutput>;

/** Codes with which the service closes a room's WebSocket (RFC 6455 §7.4.2). `taken`: another window of this person entered. */
export const roomCloses = {
  invalid: 4400,
  signedOut: 4401,
  taken: 4409,
  over: 4410,
  full: 4423,
  tooMany: 4429,
} as const;
