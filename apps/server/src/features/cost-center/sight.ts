import type { Caller } from '../../http/caller.ts';
import { may } from '../../http/policy.ts';

/** Whether he may see the money of the account, and not only what he spent of it himself. */
export const seesAccount = (caller: Caller): boolean => may(caller, 'billing');
