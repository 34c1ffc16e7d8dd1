import { openCamera } from '../../ui/kit/devices.ts';

/** Enough to see a face and hear a voice; ten seconds take half a megabyte. */
const picture = { facingMode: 'user', width: { ideal: 480 }, height: { ideal: 360 }, frameRate: { ideal: 15 } };
const bits = { videoBitsPerSecond: 350_000, audioBitsPerSecond: 32_000 };
/** iPhones record only MP4. */
const types = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

export const openFaceCamera = (left: AbortSignal): Promise<MediaStream | null> => openCamera(picture, left);

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
