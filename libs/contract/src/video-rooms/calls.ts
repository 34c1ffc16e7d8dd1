import { z } from 'zod';
import { bytes, call, nil, partyPath } from '../call.ts';
import { matterLimits } from '../notarization/content.ts';
import { MatterQuestion } from '../notarization/matter.ts';
import { Count } from '../shared/lists.ts';
import { IceServer, NotaryRoom, PartyRoom, RoomRecording, videoRoomLimits } from './room.ts';

const ofMatter = z.strictObject({ id: z.uuid().toLowerCase() });
const MatterNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^GZ[0-9A-HJKMNP-TV-Z]{11}$/, 'wrong');
const ofParty = z.strictObject({ nid: MatterNo });
const ofRecording = z.strictObject({ ...ofMatter.shape, recordingId: z.uuid().toLowerCase() });
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'sha256');
const entering = [{ per: 'login', times: 300, seconds: 3_600 }] as const;
const deciding = [{ per: 'login', times: 600, seconds: 3_600 }] as const;

/** Admits one connection to the room, once and within half a minute. */
export const RoomTicket = z.strictObject({ roomId: z.string(), ticket: z.string(), iceServers: z.array(IceServer) });
export type RoomTicket = z.infer<typeof RoomTicket>;

/** Records of the calls by which a party takes part in a video session. */
const partyCalls = {
  partyRoom: call({
    method: 'GET',
    path: `${partyPath}{nid}/room`,
    who: 'party',
    summary: 'Returns the room of the newest video session of the matter; null if none was reserved.',
    input: ofParty,
    reply: z.strictObject({ room: PartyRoom.nullable() }),
  }),
  consentToRecording: call({
    method: 'POST',
    path: `${partyPath}{nid}/room/consent`,
    who: 'party',
    summary: 'Records the party’s consent to the recording, with the digest of the words agreed to.',
    input: z.strictObject({ ...ofParty.shape, sha256: Sha256 }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'AGREEMENT_CHANGED'],
    limits: entering,
    audit: 'room.consented',
  }),
  partyRoomTicket: call({
    method: 'POST',
    path: `${partyPath}{nid}/room/ticket`,
    who: 'party',
    summary: 'Issues a ticket with which the party enters the room, after consent and within the room’s time.',
    input: ofParty,
    reply: RoomTicket,
    refusals: ['STATE_FORBIDS'],
    limits: entering,
    audit: null,
  }),
};

/** Records of the calls about recorded sessions, for the account that applied. */
const deskCalls = {
  matterRecordings: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/recordings',
    who: 'user',
    needs: 'matters',
    summary: 'Lists the finished recordings of the video sessions of a matter.',
    input: ofMatter,
    reply: z.strictObject({ list: z.array(RoomRecording) }),
  }),
  matterRecording: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/recordings/{recordingId}',
    who: 'user',
    needs: 'matters',
    summary: 'Plays a finished recording of a video session.',
    input: ofRecording,
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'room.recording-played',
  }),
};

/** Records of the calls about rooms for parties and applicants. */
export const videoRoomCalls = { ...partyCalls, ...deskCalls };

/** Records of the calls by which a notary holds a video session. */
export const consoleVideoRoomCalls = {
  notaryRoom: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/room',
    who: 'notary',
    summary: 'Returns the room of the newest video session of a matter; null if none was reserved.',
    input: ofMatter,
    reply: z.strictObject({ room: NotaryRoom.nullable() }),
    isPolled: true,
  }),
  openRoom: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/open',
    who: 'notary',
    summary: 'Begins the session in its room; for the matter’s notary, within the room’s time.',
    input: ofMatter,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'room.opened',
  }),
  notaryRoomTicket: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/ticket',
    who: 'notary',
    summary: 'Issues a ticket with which the matter’s notary enters the room.',
    input: ofMatter,
    reply: RoomTicket,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: null,
  }),
  endRoom: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/end',
    who: 'notary',
    summary: 'Ends the session in its room. The matter stays in its session until the notary decides.',
    input: ofMatter,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'room.ended',
  }),
  recordRoomAnswer: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/answer',
    who: 'notary',
    summary: 'Saves a question with its answer in the transcript, and their time in the recording in the journal.',
    input: z.strictObject({
      ...ofMatter.shape,
      /** Index in the transcript; the index after the last one adds a question. */
      place: z
        .int()
        .min(0)
        .max(matterLimits.questions - 1),
      question: MatterQuestion.omit({ written: true }),
      /** The recording that was running in the notary's browser, and its duration at that moment; null if none was. */
      recordingId: z.uuid().toLowerCase().nullable(),
      recordedMs: Count.nullable(),
    }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'room.answer-recorded',
  }),
  beginRecording: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/recordings',
    who: 'notary',
    summary: "Begins a recording of one person's picture and sound by the notary’s browser.",
    input: z.strictObject({
      ...ofMatter.shape,
      personId: z.union([z.literal('notary'), z.uuid().toLowerCase()]),
      mediaType: z.enum(['video/webm', 'video/mp4']),
    }),
    reply: z.strictObject({ recordingId: z.string(), head: Sha256 }),
    refusals: ['STATE_FORBIDS', 'NOT_FOUND'],
    limits: deciding,
    audit: null,
  }),
  sendRecordingChunk: call({
    method: 'PUT',
    path: '/creditor/console/matters/{id}/room/recordings/{recordingId}/chunks/{at}',
    who: 'notary',
    summary: 'Uploads the next piece of a recording. Repeating a piece changes nothing.',
    input: z.strictObject({
      ...ofRecording.shape,
      at: z.coerce
        .number()
        .int()
        .min(0)
        .max(videoRoomLimits.chunks - 1),
      sha256: Sha256,
    }),
    consumes: 'multipart/form-data',
    maxBytes: videoRoomLimits.chunkBytes + 2 ** 14,
    /** Number of pieces stored so far, and the head of their hash chain. */
    reply: z.strictObject({ chunks: Count, head: Sha256 }),
    refusals: ['RECORDING_CLOSED', 'UPLOAD_INCOMPLETE', 'FILE_DIFFERS', 'UPLOAD_TYPE', 'STORAGE_FULL', 'UPLOAD_BROKEN'],
    limits: [{ per: 'login', times: 20_000, seconds: 3_600 }],
    audit: null,
  }),
  finishRecording: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/room/recordings/{recordingId}/finish',
    who: 'notary',
    summary:
      'Finishes a recording if it matches the browser’s pieces and chain head, and records its digest in the journal.',
    input: z.strictObject({ ...ofRecording.shape, chunks: Count, head: Sha256 }),
    reply: RoomRecording,
    refusals: ['RECORDING_CLOSED', 'UPLOAD_INCOMPLETE', 'FILE_DIFFERS'],
    limits: deciding,
    audit: 'room.recording-finished',
  }),
  roomRecording: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/room/recordings/{recordingId}',
    who: 'notary',
    summary: 'Plays a finished recording of a video session.',
    input: ofRecording,
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'room.recording-played',
  }),
};
