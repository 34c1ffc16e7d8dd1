export {
  CaptureProcessError,
  type CaptureRun,
  environmentFor,
  finishLine,
  runCaptureProcess,
} from './capture-process.ts';
