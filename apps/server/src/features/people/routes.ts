import type { peopleCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { barAccount, barLogin, findPeople, lookAtAccount, readTrail, unbarAccount, unbarLogin } from './service.ts';

export const peopleRoutes: Handlers<typeof peopleCalls> = {
  findPeople,
  lookAtAccount,
  barAccount,
  unbarAccount,
  barLogin,
  unbarLogin,
  readTrail,
};
