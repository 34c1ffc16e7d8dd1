import type { Language, Statement } from '@proofkeep/contract';
import type { StatementEntry } from './store.ts';

/** Content of a statement's file. The account's name is the present one, as on an envelope. */
export interface StatementFile {
  accountName: string;
  statement: Statement;
  entries: StatementEntry[];
  language: Language;
}
