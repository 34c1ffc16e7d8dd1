/** Why camera and microphone can't be used. Each reason has a sentence that says what to do. */
export type DeviceProblem = 'refused' | 'absent' | 'busy' | 'insecure' | 'unsupported';

export class DeviceError extends Error {
  override name = 'DeviceError';
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/**
 * Opens camera and microphone.
 * @param need what the page does with them
 * @throws DeviceError
 */
export async function openDevices(
  wanted: MediaStreamConstraints,
  need: 'MediaRecorder' | 'RTCPeerConnection',
): Promise<MediaStream> {
  if (!window.isSecureContext) throw new DeviceError('insecure');
  if (!('mediaDevices' in navigator) || !(need in globalThis)) throw new DeviceError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia(wanted);
  } catch (error) {
    throw new DeviceError(problemOf(error), error);
  }
}

/**
 * Opens camera and microphone for a recording; null, with both closed again, if the page was left meanwhile.
 * @throws DeviceError
 */
export async function openCamera(video: MediaTrackConstraints, left: AbortSignal): Promise<MediaStream | null> {
  return unlessLeft(await openDevices({ video, audio: true }, 'MediaRecorder'), left);
}

/** Closes devices that opened after the page was left. */
export function unlessLeft(stream: MediaStream, left: AbortSignal): MediaStream | null {
  if (!left.aborted) return stream;
  closeDevices(stream);
  return null;
}

export function closeDevices(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * Why `getUserMedia` opened no device, by the name of its error (W3C Media Capture and Streams). `busy` also covers errors
 * of the device or the operating system.
 */
function problemOf(error: unknown): DeviceProblem {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}
