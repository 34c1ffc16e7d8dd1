import { DeleteOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { type DeviceRecording, deviceRecordingStateWords, deviceStateWords } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { stateChip } from '../../ui/kit/chip.tsx';
import { cancelled, done, toWrite, waiting, working } from '../../ui/kit/looks.tsx';

export const DeviceChip = stateChip(deviceStateWords, {
  announced: waiting,
  bound: done,
  unbound: cancelled,
});

const OwnChip = stateChip(deviceRecordingStateWords, {
  open: { tone: 'busy', icon: <VideoCameraOutlined aria-hidden /> },
  ended: toWrite,
  submitted: working,
  deleted: { tone: 'struck', icon: <DeleteOutlined aria-hidden /> },
});

/** The state of a recording; once it has an attestation, the attestation's state. */
export const RecordingChip = ({ recording: { state, attestation } }: { recording: DeviceRecording }) =>
  attestation ? <StateChip {...attestation} /> : <OwnChip state={state} />;
