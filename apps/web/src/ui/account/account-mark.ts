import type { Identity } from '@proofkeep/contract';

/** Tells users of equal names apart: their name in the account, then their login name or else the account's code. */
export const markOf = ({
  name,
  accountName,
  loginName,
  accountCode,
}: Pick<Identity, 'name' | 'accountName' | 'loginName' | 'accountCode'>): string =>
  [name === accountName ? '' : name, loginName ?? accountCode].filter(Boolean).join(' · ');
