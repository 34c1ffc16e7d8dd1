import type { consoleCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
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
} from '../staff/service.ts';
import { consoleCaptures, consoleOverview } from './overview.ts';

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
  consoleCaptures,
  consoleOverview,
};
