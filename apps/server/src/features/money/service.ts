/** Money of accounts: the ledger, holds, packages, prices and quotes. */

export { findFunds } from './funds.ts';
export { findRetryTerms, type HoldRequest, placeHold, releaseHold, settleHold } from './holds/holds.ts';
export { checkLedger, type LedgerProblem, lastLedgerCheck, ledgerSums, recordLedgerCheck } from './ledger/check.ts';
export {
  dropOwnFall,
  findLowBalance,
  setLowBalance,
  takeBalanceFalls,
} from './ledger/low-balance.ts';
export { findBalance, type LedgerAccount, postTransfer } from './ledger/store.ts';
export { findQuotas, takeExpiringPackages } from './packages/quotas.ts';
export { endPackage, reopenPackage, unusedCents } from './packages/store.ts';
export { giveWelcomePackage } from './packages/welcome.ts';
export { findProductsForSale, findUnitPrice } from './prices/in-force.ts';
export { lockPackages, requireFunds } from './prices/quotes.ts';
export { spentByEach, spentInMonth } from './spending-store.ts';
