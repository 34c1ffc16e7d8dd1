import { closeDevices, type DeviceError, type DeviceProblem, openDevices, unlessLeft } from '../kit/devices.ts';

/** Why camera and microphone can't be used, or can't be used any more. */
export type MediaProblem = DeviceProblem | 'lost';

/** Devices that the person chose; absent if the browser chooses. */
export interface DeviceChoice {
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
}

/**
 * Enough to see a face and hear a voice. Each browser sends its picture to all others, so more would cost bandwidth.
 */
const picture = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 15, max: 20 } };

/** @throws DeviceError */
const openMedia = ({ cameraId, microphoneId }: DeviceChoice = {}): Promise<MediaStream> =>
  openDevices(
    {
      video: { ...picture, ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: 'user' }) },
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        ...(microphoneId ? { deviceId: { exact: microphoneId } } : {}),
      },
    },
    'RTCPeerConnection',
  );

/** Devices of the last successful check on this page; null if there was none. */
let checked: DeviceChoice | null = null;
export const checkedDevices = (): DeviceChoice | null => checked;

/**
 * Opens the chosen devices, or any others if a chosen one is absent or busy; null if the user has left the page
 * meanwhile.
 * @param inUse open devices. They are closed if the chosen ones can't be opened beside them, as on some phones
 * @throws DeviceError if no device can be opened
 */
export async function openChosen(
  choice: DeviceChoice,
  left: AbortSignal,
  inUse: MediaStream | null = null,
): Promise<{ stream: MediaStream; isFallback: boolean } | null> {
  const isChosen = Boolean(choice.cameraId || choice.microphoneId);
  let isFallback = false;
  const opened = await openMedia(choice)
    .catch((error: DeviceError) => {
      if (!inUse || left.aborted || error.problem !== 'busy') throw error;
      closeDevices(inUse);
      return openMedia(choice);
    })
    .catch((error: DeviceError) => {
      if (!isChosen || left.aborted || (error.problem !== 'absent' && error.problem !== 'busy')) throw error;
      isFallback = true;
      return openMedia();
    });
  const stream = unlessLeft(opened, left);
  return stream && { stream, isFallback };
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
