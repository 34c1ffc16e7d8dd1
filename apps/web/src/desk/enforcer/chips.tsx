import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  MinusCircleOutlined,
  SyncOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { type DeviceRecording, deviceRecordingStateWords, deviceStateWords } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { stateChip } from '../../ui/kit/chip.tsx';

export const DeviceChip = stateChip(deviceStateWords, {
  announced: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  bound: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  unbound: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
});

const OwnChip = stateChip(deviceRecordingStateWords, {
  open: { tone: 'busy', icon: <VideoCameraOutlined aria-hidden /> },
  ended: { tone: 'warning', icon: <EditOutlined aria-hidden /> },
  submitted: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  deleted: { tone: 'struck', icon: <DeleteOutlined aria-hidden /> },
});

/** The state of a recording; once it has an attestation, the attestation's state. */
export const RecordingChip = ({ recording: { state, attestation } }: { recording: DeviceRecording }) =>
  attestation ? <StateChip {...attestation} /> : <OwnChip state={state} />;
