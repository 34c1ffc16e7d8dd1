import { matterPaths, toHex } from '@proofkeep/bundle';
import {
  type Certificate,
  checkMathematics,
  checkNotUndone,
  checkTimestamp,
  contentTypes,
  type PdfRevision,
  parseSignedData,
  parseTimestamp,
  readSignedPdf,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import { believe, requireForDocuments } from '../signatures.ts';
import { checkPicture } from './contents.ts';
import { listsOf, type MatterContext } from './context.ts';
import { type ExpectedSigner, expectedSigners, requireRecordedSignature } from './signers.ts';

type Stated = NonNullable<MatterContext['deed']>['statement']['documents'][number];

/** Checks every document that the statement names, and that there is no other. */
export async function checkDocuments(context: MatterContext): Promise<void> {
  const { note, deed, manifest } = context;
  if (!deed) return;
  const { documents } = deed.statement;
  for (const stated of documents) await checkDocument(context, stated);
  const named = new Set(documents.map(({ kind }) => matterPaths.document(kind)));
  if (named.size < documents.length)
    note('deed', 'failed', { subject: matterPaths.deed, detail: detail('listed-twice') });
  for (const { path: subject } of manifest.parts)
    if (subject.startsWith('documents/') && !named.has(subject))
      note('document', 'failed', { subject, detail: detail('document-unstated') });
}

async function checkDocument(context: MatterContext, stated: Stated): Promise<void> {
  const { note, part, sha256 } = context;
  const subject = matterPaths.document(stated.kind);
  try {
    const pdf = await part(subject);
    if (toHex(sha256(pdf)) !== stated.sha256) throw problem('document-file');
    const { document, revisions } = readSignedPdf(pdf);
    if (toHex(sha256(document)) !== stated.documentSha256) throw problem('document-other');
    const expected = context.manifest.v > 1 ? namedSigners(context, stated, revisions) : [];
    if (context.manifest.v === 1) requireSigners(context, stated, revisions);
    const names = expected.map(({ name }) => name).join(', ');
    note('document', 'passed', { subject, ...(names && { detail: detail('document-signatures', { names }) }) });
    for (const [at, revision] of revisions.entries())
      await checkRevision(context, { subject, kind: stated.kind, revision, expected: expected[at] });
  } catch (error) {
    note('document', 'failed', { subject, detail: detailOf(error) });
  }
}

/** A readable journal is needed to know who had to sign. @throws Problem */
function namedSigners({ record }: MatterContext, stated: Stated, revisions: readonly PdfRevision[]): ExpectedSigner[] {
  if (!record) throw problem('document-unrecorded');
  return expectedSigners(record, stated, revisions);
}

/** In version 1: as many signatures as the journal has of parties, and the office's seal is the last. */
function requireSigners({ entries }: MatterContext, stated: Stated, revisions: readonly PdfRevision[]): void {
  const expected = entries.filter(
    ({ entry }) => entry.event === 'documents-signed' && digestsIn(entry.detail).includes(stated.documentSha256),
  ).length;
  const found = revisions.length - 1;
  if (found !== expected) throw problem('document-unsigned', { found, expected });
  const { sealedBy: office } = stated;
  if (revisions.at(-1)?.signerName !== office) throw problem('document-unsealed', { office });
}

/** Digests of the documents that an entry of the journal is about. */
function digestsIn({ documents }: Record<string, unknown>): string[] {
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'sha256' in one ? [String(one.sha256)] : [],
  );
}

/** A signature in a document's file, and who made it by the journal; undefined in version 1. */
interface Signed {
  subject: string;
  kind: string;
  revision: PdfRevision;
  expected: ExpectedSigner | undefined;
}

/** Checks one signature as of its own timestamp; later revocation lists must not reach back. */
async function checkRevision(context: MatterContext, one: Signed): Promise<void> {
  const { note, anchors } = context;
  const { subject, revision } = one;
  const { cms, signedBytes: content } = revision;
  try {
    const signed = await parseSignedData(cms);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    requireForDocuments(signed);
    if (!signed.timestamp) throw problem('seal-unstamped');
    const timestamp = await parseTimestamp(signed.timestamp);
    await checkTimestamp(timestamp, signed.signature);
    const { at } = timestamp;
    noteSigner(context, one, { certificate: signed.signer, at });
    const verify = async (): Promise<Certificate[]> => {
      const stamped = await verifyTimestamp(timestamp, { content: signed.signature, roots: anchors.roots });
      const path = await verifySignedData(signed, {
        content,
        contentType: contentTypes.data,
        roots: anchors.roots,
        at,
      });
      const later = await listsOf(context);
      await checkNotUndone(stamped, later, at);
      await checkNotUndone(path, later, at);
      return path;
    };
    await believe(context, 'document-signature', subject, signed.certificates, verify, { at });
  } catch (error) {
    note('document-signature', 'failed', { subject, detail: detailOf(error) });
  }
}

/** Compares a signature with the journal, and names its signer in the report. */
function noteSigner(
  context: MatterContext,
  { subject, kind, revision, expected }: Signed,
  { certificate, at }: { certificate: Certificate; at: Date },
): void {
  const { sha256, record, signers, handwriting } = context;
  const { signerName: name, picture } = revision;
  const written = expected?.signature?.handwritingSha256 ?? null;
  signers.push({
    document: kind,
    name,
    role: expected?.role ?? null,
    via: expected?.signature?.via ?? null,
    signedAt: expected?.signature?.at ?? null,
    stampedAt: at.toISOString(),
    certificate: certificate.subjectText,
    certificateSha256: toHex(sha256(certificate.raw)),
    handwritingSha256: written,
    hasHandwriting: written !== null && handwriting.has(written),
  });
  if (!expected || !record) return;
  requireRecordedSignature(context, expected, record, { certificate: certificate.raw, at });
  if (written !== null) checkPicture(context, subject, { name, handwritingSha256: written, picture });
}
