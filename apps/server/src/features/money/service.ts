/** Money of accounts: the ledger, holds, packages, prices and quotes. */
export { findFunds } from './funds.ts';
export {
  extendHold,
  placeHold,
  placeHolds,
  releaseHold,
  requireSpendingLimit,
  settleHold,
  settleHoldInPart,
  shrinkHold,
  splitHold,
} from './holds/holds.ts';
export type { HoldRequest, OrderTerms } from './holds/store.ts';
export { findCosts, findRetryTerms, findRetryTermsOf, sumHoldsOfOrder } from './holds/store.ts';
export {
  checkLedger,
  type LedgerProblem,
  lastLedgerCheck,
  ledgerSums,
  recordLedgerCheck,
} from './ledger/check-store.ts';
export {
  dropOwnFall,
  findLowBalance,
  setLowBalance,
  takeBalanceFalls,
} from './ledger/low-balance-store.ts';
export {
  findBalance,
  findTransferCents,
  findTransfers,
  type LedgerAccount,
  lockBalance,
  postTransfer,
  type Transfer,
} from './ledger/store.ts';
export { findQuotas } from './packages/quota-store.ts';
export {
  endPackage,
  findPackageOfOrder,
  givePackage,
  giveWelcomePackage,
  lockPackages,
  reopenPackage,
  takeExpiringPackages,
  unusedCents,
} from './packages/store.ts';
export { publicPrices } from './prices/prices.ts';
export { quoteHolds, requireFunds } from './prices/quotes.ts';
export { findProductsForSale, findUnitPrice } from './prices/store.ts';
export { spentByEach, spentInMonth } from './spending-store.ts';
