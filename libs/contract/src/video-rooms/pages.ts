import type { VideoRoomState } from './room.ts';

/** Pages of a party's video session, by their addresses `/h5video/<page>/<number of the matter>`. */
export const roomPagePath = (page: 'identity' | 'verify' | 'verify-result' | 'room', no: string): string =>
  `/h5video/${page}/${no}`;

/** Link to a video session for a party. Contains no phone number, because links get passed on. */
export const roomLinkPath = (no: string): string => `/h5video/login/${no}/-/party`;

/** Page after leaving the room. Says what happens next, according to the last state that the party saw. */
export function roomEndPath({ no, state, wasRecorded }: { no: string; state: VideoRoomState; wasRecorded: boolean }) {
  const query = new URLSearchParams({ matter: no, state, ...(wasRecorded ? { recorded: 'yes' } : {}) });
  return `/h5video/end?${query}`;
}
