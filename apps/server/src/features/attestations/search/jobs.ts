import type { Installation } from '../../../installation.ts';
import { storedParts } from '../../evidence/service.ts';
import { findAttestation } from '../store.ts';
import { indexFacts, indexWords } from './indexing.ts';
import { findUnindexed } from './store.ts';
import { pageWords } from './words.ts';

/** Attestations per transaction: a crash leaves finished ones findable, and the job's retry does the rest. */
const atOnce = 200;

/** Makes the attestations of a submission findable. */
export async function indexSubmission({ database }: Installation, submissionId: string): Promise<void> {
  for (;;) {
    const anos = await findUnindexed(database.pool, submissionId, atOnce);
    if (anos.length === 0) return;
    await database.transaction(async (db) => {
      for (const ano of anos) await indexFacts(db, ano);
    });
  }
}

/** Only the beginning of a longer text is indexed. */
const mostTextBytes = 2 ** 20;

/** Indexes the page text of a sealed attestation and the facts known since it was sealed. */
export async function indexSealed({ database, store }: Installation, ano: string): Promise<void> {
  const row = await findAttestation(database.pool, ano);
  if (row?.state !== 'succeeded') return;
  const part = (await storedParts(store, row)).get('data/page.txt');
  const text = part ? await readText(store, part.key, part.sizeBytes) : '';
  await database.transaction((db) => indexWords(db, ano, pageWords(text)));
}

async function readText(store: Installation['store'], key: string, sizeBytes: number): Promise<string> {
  const stream = await store.read(key, { start: 0, end: Math.max(0, Math.min(sizeBytes, mostTextBytes) - 1) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) text += decoder.decode(chunk as Uint8Array, { stream: true });
  return text;
}
