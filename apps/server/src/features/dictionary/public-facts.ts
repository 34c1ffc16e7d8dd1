import type { DictionaryName } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Json } from './store.ts';

/**
 * Facts of features above this one that readers find in a dictionary beside what operators set, such as the prices in `price`.
 * The composition root names them; they are read when asked for and never stored.
 */
export type PublicFacts = Partial<Record<DictionaryName, (db: Client, now: Date) => Promise<Record<string, Json>>>>;
