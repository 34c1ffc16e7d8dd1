import type { consoleCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { consoleOverview } from './overview.ts';
import {
  beginStaffFactor,
  changeStaffPassword,
  confirmStaffFactor,
  proveStaff,
  staffEnrol,
  staffEnrolled,
  staffLogin,
  staffLoginCode,
  staffLogout,
  staffMe,
} from './service.ts';

export const consoleRoutes: Handlers<typeof consoleCalls> = {
  staffLogin,
  staffEnrol,
  staffEnrolled,
  staffLoginCode,
  staffLogout,
  staffMe,
  proveStaff,
  changeStaffPassword,
  beginStaffFactor,
  confirmStaffFactor,
  consoleOverview,
};
