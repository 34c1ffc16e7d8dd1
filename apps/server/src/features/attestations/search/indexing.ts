import type { Client } from '../../../database/client.ts';
import { lockIndexed, saveWords, termKey } from './store.ts';
import { factWords } from './words.ts';

/** Indexes an attestation's name, URL, labels and other facts, in the transaction that changes them. */
export const indexFacts = (db: Client, ano: string): Promise<void> => indexWords(db, ano);

/** @param page words of the captured page; if absent, the indexed words stay */
export async function indexWords(db: Client, ano: string, page?: readonly string[]): Promise<void> {
  const row = await lockIndexed(db, ano);
  if (!row) return;
  const next = { factWords: factWords(row), pageWords: page ?? row.pageWords };
  const before = new Set([...(row.factWords ?? []), ...row.pageWords]);
  const after = new Set([...next.factWords, ...next.pageWords]);
  const keysOf = (words: readonly string[]) => words.map((word) => termKey(row.accountId, word));
  await saveWords(db, {
    ano,
    ...next,
    addedKeys: keysOf([...after].filter((word) => !before.has(word))),
    removedKeys: keysOf([...before].filter((word) => !after.has(word))),
  });
}
