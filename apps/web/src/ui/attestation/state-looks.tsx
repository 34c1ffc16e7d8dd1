import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EyeOutlined,
  MinusCircleOutlined,
  PayCircleOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
} from '@ant-design/icons';
import type { AttestationState } from '@proofkeep/contract';
import type { ReactNode } from 'react';

/** Tones of chips (`chips.css`), and the CSS colour of each in charts. */
const colors = {
  quiet: 'var(--control)',
  busy: 'var(--link)',
  warning: 'var(--warning)',
  sealed: 'var(--text)',
  danger: 'var(--danger)',
  struck: 'var(--line)',
} as const;
type Tone = keyof typeof colors;

/**
 * How each state looks, wherever it is shown: waiting grey, in progress blue, needs attention amber, sealed neutral with the
 * seal, failed red, cancelled grey and struck. Its word is `attestationStateWords`, also in mails.
 */
const looks: Record<AttestationState, { tone: Tone; icon: ReactNode }> = {
  unpaid: { tone: 'warning', icon: <PayCircleOutlined aria-hidden /> },
  queuing: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  capturing: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  preview: { tone: 'warning', icon: <EyeOutlined aria-hidden /> },
  sealing: { tone: 'busy', icon: <CheckCircleOutlined aria-hidden /> },
  succeeded: { tone: 'sealed', icon: <SafetyCertificateFilled aria-hidden /> },
  failed: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  cancelled: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
};

/** Look of a state in chips, counts and charts. */
export const stateLook = (state: AttestationState) => ({ ...looks[state], color: colors[looks[state].tone] });
