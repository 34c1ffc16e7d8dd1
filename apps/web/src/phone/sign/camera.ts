import { deviceProblemOf } from '../../ui/kit/device-problem.ts';

/** Why the camera can't be used; each has a sentence with advice. */
export type CameraProblem = 'refused' | 'absent' | 'busy' | 'insecure' | 'unsupported';

export class CameraError extends Error {
  override name = 'CameraError';
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Enough to see a face and hear a voice; ten seconds take half a megabyte. */
const picture = { facingMode: 'user', width: { ideal: 480 }, height: { ideal: 360 }, frameRate: { ideal: 15 } };
const bits = { videoBitsPerSecond: 350_000, audioBitsPerSecond: 32_000 };
/** iPhones record only MP4. */
const types = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

/**
 * Opens camera and microphone; null, with both closed again, if the page was left meanwhile.
 * @throws CameraError
 */
export async function openCamera(left: AbortSignal): Promise<MediaStream | null> {
  if (!window.isSecureContext) throw new CameraError('insecure');
  const isAble = 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined';
  if (!isAble) throw new CameraError('unsupported');
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: picture, audio: true });
    if (!left.aborted) return stream;
    for (const track of stream.getTracks()) track.stop();
    return null;
  } catch (error) {
    throw new CameraError(deviceProblemOf(error), error);
  }
}

export interface Recording {
  /** Stops recording. @returns the recorded file */
  stop(): Promise<File>;
}

/** Starts recording; resolves once the recorder runs, so that nothing is shown before. */
export async function startRecording(stream: MediaStream): Promise<Recording> {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...bits, ...(mimeType ? { mimeType } : {}) });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const isRunning = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }));
  recorder.start(1_000);
  await isRunning;
  return {
    async stop() {
      const isOver = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      if (recorder.state !== 'inactive') {
        recorder.stop();
        await isOver;
      }
      const type = recorder.mimeType.split(';')[0] ?? 'video/webm';
      return new File(pieces, `recording.${type.split('/')[1]}`, { type });
    },
  };
}
