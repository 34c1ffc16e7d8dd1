import type { Language, Statement } from '@proofkeep/contract';
import type { StatementEntry } from './store.ts';

/** Content of a statement file. Uses the account's current name. */
export interface StatementFile {
  accountName: string;
  statement: Statement;
  entries: StatementEntry[];
  language: Language;
}
