import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
} from '@ant-design/icons';
import type { Look } from './chip.tsx';

// The looks of states that many objects have, so that the same meaning looks the same everywhere.

/** The reader or another person must act. */
export const waiting: Look = { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> };
/** Something is not as it should be, and the reader should know before going on. */
export const attention: Look = { tone: 'warning', icon: <ExclamationCircleOutlined aria-hidden /> };
/** The reader must write or change something. */
export const toWrite: Look = { tone: 'warning', icon: <EditOutlined aria-hidden /> };
/** The platform, an office or a court is working on it. */
export const working: Look = { tone: 'busy', icon: <SyncOutlined aria-hidden /> };
export const draft: Look = { tone: 'quiet', icon: <EditOutlined aria-hidden /> };
export const done: Look = { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> };
export const sealed: Look = { tone: 'sealed', icon: <SafetyCertificateFilled aria-hidden /> };
export const failed: Look = { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> };
/** Over, without a result for or against the reader. */
export const closed: Look = { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> };
export const takenBack: Look = { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> };
/** No longer valid. */
export const cancelled: Look = { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> };
