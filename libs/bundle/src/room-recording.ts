import { canonicalBytes } from './jcs.ts';

/** Start of a recording's hash chain; it differs for each recording, so no chain fits another one. */
export interface RoomRecordingStart {
  room: string;
  recording: string;
  /** The recorded party; null for the notary. */
  partyId: string | null;
  mediaType: 'video/webm' | 'video/mp4';
}

/** Bytes whose SHA-256 is the head of a recording without pieces. */
export const roomRecordingStart = ({ room, recording, partyId, mediaType }: RoomRecordingStart): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-room-recording', room, recording, partyId, mediaType });

/** Bytes whose SHA-256 is the next head: the head before, and the digest of the piece. */
export function roomRecordingStep(head: Uint8Array, pieceSha256: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set(head);
  bytes.set(pieceSha256, 32);
  return bytes;
}
