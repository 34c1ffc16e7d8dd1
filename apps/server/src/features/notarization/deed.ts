import { canonicalBytes, canonicalText, type DeedLeaf, type DeedStatement } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { readSignedPdf } from '@proofkeep/pki';
import type { Client } from '../../database/client.ts';
import { insertLeaves } from '../../log/store.ts';
import { type FileDeps, readFile } from './documents/files.ts';
import { type DocumentRow, findDocuments } from './documents/store.ts';
import { insertDeed } from './store.ts';

/** Key of the log's leaf for the statement of a deed. */
export const deedKey = (no: string): string => `deed:${no}`;

/** The documents of a matter with their finished files. */
export async function deedFiles(
  db: Client,
  deps: FileDeps,
  matterId: string,
): Promise<{ document: DocumentRow; pdf: Buffer }[]> {
  const files: { document: DocumentRow; pdf: Buffer }[] = [];
  for (const document of await findDocuments(db, matterId))
    files.push({ document, pdf: await readFile(deps, document) });
  return files;
}

/**
 * States by their digests which documents make up the deed, without naming any party, and logs the statement's digest,
 * so anyone who has a document can check that it belongs to the deed. Runs in the transaction that issues the deed.
 * @returns the statement and its digest
 */
export async function stateDeed(
  db: Client,
  deps: FileDeps,
  o: { matterId: string; no: string; deedNo: string; office: string; now: Date },
): Promise<{ statement: string; sha256: string }> {
  const documents: DeedStatement['documents'] = [];
  for (const { document, pdf } of await deedFiles(db, deps, o.matterId)) {
    const { kind, version, sha256: documentSha256 } = document;
    const sealedBy = readSignedPdf(pdf).revisions.at(-1)?.signerName ?? '';
    documents.push({ kind, version, documentSha256, sha256: sha256Hex(pdf), sealedBy });
  }
  const statement = canonicalText({
    v: 1,
    type: 'proofkeep-deed',
    matter: o.no,
    deedNo: o.deedNo,
    office: o.office,
    issuedAt: o.now.toISOString(),
    documents,
  } satisfies DeedStatement);
  const sha256 = sha256Hex(Buffer.from(statement));
  await insertDeed(db, { matterId: o.matterId, statement });
  const leaf = { v: 1, type: 'proofkeep-deed-leaf', sha256 } satisfies DeedLeaf;
  await insertLeaves(db, [{ key: deedKey(o.no), bytes: Buffer.from(canonicalBytes(leaf)) }]);
  return { statement, sha256 };
}
