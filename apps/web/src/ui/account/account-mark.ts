import type { Identity } from '@proofkeep/contract';

/**
 * Distinguishes users with the same name: their name in the account, then their login name or otherwise the account's
 * code.
 */
export const markOf = ({
  name,
  accountName,
  loginName,
  accountCode,
}: Pick<Identity, 'name' | 'accountName' | 'loginName' | 'accountCode'>): string =>
  [name === accountName ? '' : name, loginName ?? accountCode].filter(Boolean).join(' · ');
