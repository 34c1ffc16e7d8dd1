/** Why the camera can't be used: each has a sentence with what to do. */
export type CameraProblem = 'refused' | 'absent' | 'busy' | 'insecure' | 'unsupported';

export class CameraError extends Error {
  override name = 'CameraError';
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Small and smooth enough to see a face and hear a voice: ten seconds are half a megabyte. */
const picture = { facingMode: 'user', width: { ideal: 480 }, height: { ideal: 360 }, frameRate: { ideal: 15 } };
const bits = { videoBitsPerSecond: 350_000, audioBitsPerSecond: 32_000 };
/** iPhones record MP4 alone. */
const types = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

/** Opens camera and microphone. @throws CameraError */
export async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CameraError('insecure');
  const isAble = 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined';
  if (!isAble) throw new CameraError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({ video: picture, audio: true });
  } catch (error) {
    throw new CameraError(problemOf(error), error);
  }
}

function problemOf(error: unknown): CameraProblem {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}

export interface Recording {
  /** Ends it. @returns what was recorded */
  stop(): Promise<File>;
}

/** Begins to record; resolves once the recorder runs, so that nothing is shown before. */
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
