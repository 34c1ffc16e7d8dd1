import type { signInCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { appApprove, appId, appRefuse, appScan, appStatus } from './app.ts';
import { confirm, confirmByPasskey, sendConfirmCode } from './confirm.ts';
import {
  addPasskey,
  addTotp,
  factors,
  newPasskey,
  newRecoveryCodes,
  newTotp,
  removeFactor,
  renameFactor,
} from './factors.ts';
import { endOne, endOthers, sessions } from './own-sessions.ts';
import { registerByPartner } from './partner.ts';
import { loginByPasskey, passkeyOptions, secondStep } from './second-step.ts';
import {
  bindings,
  bindThirdAccount,
  loginByThirdAccount,
  rebindThirdAccount,
  thirdBegin,
  unbindThirdAccount,
  ways,
} from './third.ts';

export const signInRoutes: Handlers<typeof signInCalls> = {
  ways,
  secondStep,
  passkeyOptions,
  loginByPasskey,
  factors,
  sendConfirmCode,
  confirm,
  confirmByPasskey,
  newTotp,
  addTotp,
  newPasskey,
  addPasskey,
  renameFactor,
  removeFactor,
  newRecoveryCodes,
  sessions,
  endSession: endOne,
  endOtherSessions: endOthers,
  appId,
  appStatus,
  appScan,
  appApprove,
  appRefuse,
  thirdBegin,
  loginByThirdAccount,
  bindings,
  bindThirdAccount,
  rebindThirdAccount,
  unbindThirdAccount,
  registerByPartner,
};
