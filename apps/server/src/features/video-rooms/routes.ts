import type { consoleVideoRoomCalls, videoRoomCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { finishRecording } from './finish-recording.ts';
import { endRoom, notaryRoom, notaryRoomTicket, openRoom, recordRoomAnswer } from './notary.ts';
import { consentToRecording, partyRoom, partyRoomTicket } from './party.ts';
import { matterRecording, matterRecordings, roomRecording } from './playback.ts';
import { beginRecording, sendRecordingChunk } from './recordings.ts';

export const videoRoomRoutes: Handlers<typeof videoRoomCalls> = {
  partyRoom,
  consentToRecording,
  partyRoomTicket,
  matterRecordings,
  matterRecording,
};

export const consoleVideoRoomRoutes: Handlers<typeof consoleVideoRoomCalls> = {
  notaryRoom,
  openRoom,
  notaryRoomTicket,
  endRoom,
  recordRoomAnswer,
  beginRecording,
  sendRecordingChunk,
  finishRecording,
  roomRecording,
};
