import type { costCenterCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { entries, exportEntries } from './entries.ts';
import { costCenter, setLowBalance, spending } from './overview.ts';
import { buyNotarizeList, onePackage, packages } from './packages.ts';

export const costCenterRoutes: Handlers<typeof costCenterCalls> = {
  costCenter,
  entries,
  exportEntries,
  spending,
  setLowBalance,
  packages,
  buyNotarizeList,
  package: onePackage,
};
