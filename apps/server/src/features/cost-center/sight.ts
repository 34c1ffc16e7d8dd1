import type { Caller } from '../../http/context.ts';

/** Whether he may see the money of the account, and not only what he spent of it himself. */
export const seesAccount = ({ role, permissions }: Caller): boolean =>
  role === 'main' || permissions.includes('billing');
