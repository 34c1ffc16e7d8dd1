export { CaptureProcessError, type CaptureRun, environmentFor, runCaptureProcess } from './capture-process.ts';
