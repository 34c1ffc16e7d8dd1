import { type NetcourtEvent, type NetcourtRole, type NetcourtState, netcourtStateTable } from '@proofkeep/contract';
import type { Lifecycle } from '../../kit/transition.ts';

/** The columns hold the newest answer; the audit trail and the custody record are the history. */
export const netcourtLifecycle: Lifecycle<NetcourtState, NetcourtEvent, NetcourtRole, null> = {
  table: netcourtStateTable,
  relation: 'netcourt_submission',
  key: 'ano',
  async record() {},
};
