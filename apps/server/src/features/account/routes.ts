import type { accountCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { endSession, swapToken } from '../../http/sessions.ts';
import { exchangeCode, newChallenge, requesterName } from '../identity/service.ts';
import { login, loginByPhone } from '../sign-in/service.ts';
import { changePassword, choosePassword, resetPassword } from './own-password.ts';
import { accountInfo, register, rename, sendCodeFor } from './service.ts';

export const accountRoutes: Handlers<typeof accountCalls> = {
  challenge: (_input, { db, now }) => newChallenge(db, now),
  sendRegisterCode: sendCodeFor('register'),
  sendLoginCode: sendCodeFor('login'),
  sendResetCode: sendCodeFor('reset'),
  checkCode: (input, context) => {
    const { db, services, now } = context;
    return exchangeCode(db, { ...input, requester: requesterName(context), now, vault: services.vault });
  },
  register,
  login,
  loginByPhone,
  logout: async (_input, { db, caller, setSession }) => {
    await endSession(db, caller);
    setSession(null);
    return null;
  },
  resetPassword,
  changePassword,
  choosePassword,
  accountInfo,
  rename,
  swapToken: async (_input, { db, caller, now }) => {
    const { token, expiresAt } = await swapToken(db, caller, now);
    return { token, expiresAt: expiresAt.toISOString() };
  },
};
