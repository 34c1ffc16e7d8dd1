import type { recoveryCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { askRecovery, recoveryAbout, sendRecoveryCode } from './asking.ts';
import { approveRecovery, recoveries, recoveryCase, refuseRecovery } from './deciding.ts';
import { ownRecovery, stopRecovery } from './service.ts';

export const recoveryRoutes: Handlers<typeof recoveryCalls> = {
  recoveryAbout,
  sendRecoveryCode,
  askRecovery,
  ownRecovery,
  stopRecovery,
  recoveries,
  recoveryCase,
  approveRecovery,
  refuseRecovery,
};
