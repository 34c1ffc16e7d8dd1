import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable, type WhoOf } from '../state-table.ts';

/** The life cycle of an enforcer device: it announces its key with a code, and a user who sees its check number binds it. */
export const deviceStateTable = stateTable({
  states: ['announced', 'bound', 'unbound'],
  initial: ['announced'],
  rows: [
    { from: 'announced', event: 'bound', to: 'bound', who: 'holder', because: 'the user compared the check number' },
    {
      from: 'announced',
      event: 'declined',
      to: 'unbound',
      who: 'holder',
      because: 'the user does not know the device',
    },
    { from: 'bound', event: 'unbound', to: 'unbound', who: 'holder', because: 'nothing more is taken from this key' },
  ],
});

/** State of an enforcer device. */
export const DeviceState = z.enum(deviceStateTable.states);
/** A state of `deviceStateTable`. */
export type DeviceState = StateOf<typeof deviceStateTable>;
/** Event that can change the state of an enforcer device. */
export type DeviceEvent = EventOf<typeof deviceStateTable>;
/** Role that can cause an event of an enforcer device. */
export type DeviceWho = WhoOf<typeof deviceStateTable>;

/** Words for the states of an enforcer device. */
export const deviceStateWords: Record<DeviceState, Word> = {
  announced: ['待绑定', 'Not yet bound'],
  bound: ['已绑定', 'Bound'],
  unbound: ['已解绑', 'Unbound'],
};

/** The life cycle of a device's recording until it becomes an attestation, whose own life cycle follows. */
export const deviceRecordingStateTable = stateTable({
  states: ['open', 'ended', 'submitted', 'deleted'],
  initial: ['open'],
  rows: [
    { from: 'open', event: 'ended', to: 'ended', who: 'device', because: 'the last segment was announced' },
    { from: 'open', event: 'closed', to: 'ended', who: 'holder', because: 'the device sends no more of it' },
    { from: 'open', event: 'deleted', to: 'deleted', who: 'holder', because: 'it was not paid for' },
    { from: 'ended', event: 'deleted', to: 'deleted', who: 'holder', because: 'it was not paid for' },
    { from: 'ended', event: 'submitted', to: 'submitted', who: 'holder', because: 'an attestation is made of it' },
    { from: 'submitted', event: 'lapsed', to: 'ended', who: 'service', because: 'its order was closed unpaid' },
    {
      from: 'submitted',
      event: 'released',
      to: 'ended',
      who: 'service',
      because: 'its attestation was cancelled, or failed and was not retried for a day',
    },
  ],
});

/** State of a device's recording. */
export const DeviceRecordingState = z.enum(deviceRecordingStateTable.states);
/** A state of `deviceRecordingStateTable`. */
export type DeviceRecordingState = StateOf<typeof deviceRecordingStateTable>;
/** Event that can change the state of a device's recording. */
export type DeviceRecordingEvent = EventOf<typeof deviceRecordingStateTable>;
/** Role that can cause an event of a device's recording. */
export type DeviceRecordingWho = WhoOf<typeof deviceRecordingStateTable>;

/** Words for the states of a device's recording. */
export const deviceRecordingStateWords: Record<DeviceRecordingState, Word> = {
  open: ['接收中', 'Receiving'],
  ended: ['待支付', 'Awaiting payment'],
  submitted: ['已提交存证', 'Submitted'],
  deleted: ['已删除', 'Deleted'],
};
