import type { costCenterCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { entries, exportEntries } from './entries.ts';
import { costCenter, setLowBalance, spending } from './overview.ts';
import { buyNotarizeList, onePackage, packages } from './packages.ts';
import { statement, statementPdf, statementSheet, statements } from './statements/statements.ts';

export const costCenterRoutes: Handlers<typeof costCenterCalls> = {
  statements,
  statement,
  statementPdf,
  statementSheet,
  costCenter,
  entries,
  exportEntries,
  spending,
  setLowBalance,
  packages,
  buyNotarizeList,
  package: onePackage,
};
