import type { staffCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { createStaff, disableStaff, enableStaff, listStaff, resetStaff } from './members.ts';

export const staffRoutes: Handlers<typeof staffCalls> = {
  listStaff,
  createStaff,
  resetStaff,
  disableStaff,
  enableStaff,
};
