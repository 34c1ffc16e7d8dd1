import { clockLimitMs } from '@proofkeep/contract';

/** SQL condition on a row of `capture_node`: its clock differs too much from the service's for it to get work. */
export const clockIsFar = `coalesce(abs(clock_offset_ms) - clock_uncertainty_ms > ${clockLimitMs}, false)`;
