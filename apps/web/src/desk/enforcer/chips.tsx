import { type DeviceRecording, deviceRecordingStateWords, deviceStateWords } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { stateChip } from '../../ui/kit/chip.tsx';

export const DeviceChip = stateChip(deviceStateWords, {
  announced: { tone: 'warning' },
  bound: { tone: 'success' },
  unbound: { tone: 'struck' },
});

const OwnChip = stateChip(deviceRecordingStateWords, {
  open: { tone: 'busy' },
  ended: { tone: 'warning' },
  submitted: { tone: 'busy' },
  deleted: { tone: 'struck' },
});

/** The state of a recording; once it has an attestation, the attestation's state. */
export const RecordingChip = ({ recording: { state, attestation } }: { recording: DeviceRecording }) =>
  attestation ? <StateChip {...attestation} /> : <OwnChip state={state} />;
