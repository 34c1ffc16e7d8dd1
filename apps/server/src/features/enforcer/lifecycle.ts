import {
  type DeviceEvent,
  type DeviceRecordingEvent,
  type DeviceRecordingState,
  type DeviceRecordingWho,
  type DeviceState,
  type DeviceWho,
  deviceRecordingStateTable,
  deviceStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';

/** The row stores the time of each event, the audit trail who caused it. */
const record = async () => {};

export const deviceLifecycle: Lifecycle<DeviceState, DeviceEvent, DeviceWho, null> = {
  table: deviceStateTable,
  relation: 'device',
  key: 'id',
  record,
};

/** @throws Refusal STATE_FORBIDS */
export const moveDevice = (
  db: Client,
  id: string,
  event: DeviceEvent,
  set: Readonly<Record<string, unknown>>,
): Promise<unknown> => transition(db, deviceLifecycle, id, { event, who: 'holder', detail: null, set });

export const deviceRecordingLifecycle: Lifecycle<DeviceRecordingState, DeviceRecordingEvent, DeviceRecordingWho, null> =
  {
    table: deviceRecordingStateTable,
    relation: 'device_recording',
    key: 'id',
    record,
  };

interface Move {
  event: DeviceRecordingEvent;
  who: DeviceRecordingWho;
  now: Date;
  set?: Readonly<Record<string, unknown>>;
}

/** @throws Refusal STATE_FORBIDS */
export const moveRecording = (db: Client, id: string, { event, who, now, set }: Move): Promise<unknown> =>
  transition(db, deviceRecordingLifecycle, id, { event, who, detail: null, set: { changed_at: now, ...set } });
