import type { DictionaryName } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Json } from './store.ts';

/**
 * Facts of higher features that readers find in a dictionary beside the operators' values, such as the prices in
 * `price`. The composition root registers them; they are read on request and never stored.
 */
export type PublicFacts = Partial<Record<DictionaryName, (db: Client, now: Date) => Promise<Record<string, Json>>>>;
