import type { recoveryCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { approveRecovery, recoveries, recoveryCase, refuseRecovery } from './console.ts';
import { askRecovery, recoveryAbout, sendRecoveryCode } from './request.ts';
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
