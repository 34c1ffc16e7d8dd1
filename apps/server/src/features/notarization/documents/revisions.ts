import { createHash } from 'node:crypto';
import type { Client } from '../../../database/client.ts';
import type { DocumentSigner } from '../../../kit/document-signer.ts';
import { dropFile, type FileDeps, keepFile, readFile } from './files.ts';
import { drawHandwriting } from './pictures.ts';
import { type DocumentRow, findDocument, findSignatures, recordRevision } from './store.ts';

export interface RevisionDeps extends FileDeps {
  signer: DocumentSigner;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Embeds a document's recorded signatures into its file, one revision each, in the order they were made. A signature
 * counts once it is recorded, so a failing timestamp authority loses none: the next call continues here. Two concurrent
 * calls may make the same revision; one of the two files is kept. @param db a pool: each statement is its own
 * transaction
 */
export async function embedSignatures(db: Client, deps: RevisionDeps, documentId: string): Promise<DocumentRow> {
  for (;;) {
    const document = await findDocument(db, documentId);
    if (!document) throw new Error(`There is no document ${documentId}.`);
    const next = (await findSignatures(db, [documentId])).find(({ revision }) => revision === null);
    if (!next) return document;
    const place = document.places.signers[next.partyId];
    if (!place) throw new Error(`Document ${documentId} has no place for the signature of ${next.partyId}.`);
    const pdf = await deps.signer.sign(await readFile(deps, document), {
      signerName: next.name,
      reason: `本人手写签名并经短信验证码确认 ${document.sha256.slice(0, 16)}`,
      at: next.signedAt,
      appearance: { picture: drawHandwriting(next.strokes), ...place },
    });
    const { matterId, revision: from } = document;
    const fileKey = await keepFile(deps, { matterId, documentId, pdf });
    if (!(await recordRevision(db, { documentId, partyId: next.partyId, from, fileKey })))
      await dropFile(deps, fileKey);
  }
}
