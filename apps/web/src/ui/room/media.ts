import { deviceProblemOf } from '../kit/device-problem.ts';

/** Why camera and microphone can't be used. Each reason has a sentence that says what to do. */
export type MediaProblem = 'refused' | 'absent' | 'busy' | 'insecure' | 'unsupported' | 'lost';

export class MediaError extends Error {
  override name = 'MediaError';
  readonly problem: MediaProblem;
  constructor(problem: MediaProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Devices that the person chose; absent if the browser chooses. */
export interface DeviceChoice {
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
}

/**
 * Enough to see a face and hear a voice. Each browser sends its picture to all others, so more would cost bandwidth.
 */
const picture = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 15, max: 20 } };

/** @throws MediaError */
async function openMedia({ cameraId, microphoneId }: DeviceChoice = {}): Promise<MediaStream> {
  if (!window.isSecureContext) throw new MediaError('insecure');
  if (!('mediaDevices' in navigator) || typeof RTCPeerConnection === 'undefined') throw new MediaError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { ...picture, ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: 'user' }) },
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        ...(microphoneId ? { deviceId: { exact: microphoneId } } : {}),
      },
    });
  } catch (error) {
    throw new MediaError(deviceProblemOf(error), error);
  }
}

/** Devices of the last successful check on this page; null if there was none. */
let checked: DeviceChoice | null = null;
export const checkedDevices = (): DeviceChoice | null => checked;

/**
 * Opens the chosen devices, or any others if a chosen one is absent or busy; null if the user has left the page
 * meanwhile.
 * @param inUse open devices. They are closed if the chosen ones can't be opened beside them, as on some phones
 * @throws MediaError if no device can be opened
 */
export async function openChosen(
  choice: DeviceChoice,
  left: AbortSignal,
  inUse: MediaStream | null = null,
): Promise<{ stream: MediaStream; isFallback: boolean } | null> {
  const isChosen = Boolean(choice.cameraId || choice.microphoneId);
  let isFallback = false;
  const stream = await openMedia(choice)
    .catch((error: MediaError) => {
      if (!inUse || left.aborted || error.problem !== 'busy') throw error;
      stopMedia(inUse);
      return openMedia(choice);
    })
    .catch((error: MediaError) => {
      if (!isChosen || left.aborted || (error.problem !== 'absent' && error.problem !== 'busy')) throw error;
      isFallback = true;
      return openMedia();
    });
  if (!left.aborted) return { stream, isFallback };
  stopMedia(stream);
  return null;
}

/** Remembers the devices that passed a check, so that the room opens the same ones. */
export function rememberDevices(stream: MediaStream): DeviceChoice {
  const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId;
  checked = { cameraId: idOf(stream.getVideoTracks()[0]), microphoneId: idOf(stream.getAudioTracks()[0]) };
  return checked;
}

/** Cameras and microphones, once the person has allowed one of them. */
export async function listDevices(): Promise<{ cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] }> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return {
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
  };
}

export const stopMedia = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
