import type { enforcerCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { announceDevice, bindDevice, bindingCode, deviceList, deviceStatus, unbindDevice } from './binding.ts';
import { payRecording } from './pay.ts';
import { closeRecording, deleteRecording, recording, recordingList, recordingSegment } from './recordings.ts';
import { announceSegments, uploadSegment } from './segments.ts';

export const enforcerRoutes: Handlers<typeof enforcerCalls> = {
  bindingCode,
  bindDevice,
  unbindDevice,
  deviceList,
  recordingList,
  recording,
  recordingSegment,
  deleteRecording,
  closeRecording,
  payRecording,
  announceDevice,
  deviceStatus,
  announceSegments,
  uploadSegment,
};
