export {
  CaptureProcessError,
  type CaptureRun,
  environmentFor,
  finishLine,
  runCaptureProcess,
} from './capture-process.ts';
export { encodePlayback, type PlaybackOptions } from './playback.ts';
