import { matterPaths, toHex } from '@proofkeep/bundle';
import {
  type Certificate,
  checkMathematics,
  checkNotUndone,
  checkTimestamp,
  contentTypes,
  issuersWithoutCrl,
  parseSignedData,
  parseTimestamp,
  readSignedPdf,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import { believe, requireForDocuments } from '../signatures.ts';
import { checkPicture, checkSealPicture } from './contents.ts';
import { listsOf, type MatterContext } from './context.ts';
import type { MatterRecord } from './record.ts';
import { type ExpectedRevision, expectedSigners, requireRecordedSignature } from './signers.ts';

type Stated = NonNullable<MatterContext['deed']>['statement']['documents'][number];

/** Checks every document that the statement names, and that there are no others. */
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
  const { note, part, sha256, record } = context;
  const subject = matterPaths.document(stated.kind);
  try {
    const pdf = await part(subject);
    if (toHex(sha256(pdf)) !== stated.sha256) throw problem('document-file');
    const { document, revisions } = readSignedPdf(pdf);
    if (toHex(sha256(document)) !== stated.documentSha256) throw problem('document-other');
    if (!record) throw problem('document-unrecorded');
    const signed = expectedSigners(record, stated, revisions);
    const names = signed.map(({ expected }) => expected.name).join(', ');
    note('document', 'passed', { subject, detail: detail('document-signatures', { names }) });
    for (const one of signed) await checkRevision(context, { ...one, subject, kind: stated.kind, record });
  } catch (error) {
    note('document', 'failed', { subject, detail: detailOf(error) });
  }
}

/** A signature in a document's file, and its signer by the journal. */
interface Signed extends ExpectedRevision {
  subject: string;
  kind: string;
  record: MatterRecord;
}

/**
 * Checks one signature as of its own timestamp; later revocation lists must not state an earlier revocation. The bundle has no lists
 * of outside authorities, which the report says.
 */
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
      for (const chain of [stamped, path]) {
        await checkNotUndone(chain, later, at);
        for (const { subjectText: issuer } of await issuersWithoutCrl(chain, later))
          note('outside-revocation', 'not-checked', {
            subject,
            detail: detail('no-list', { issuer }),
            required: false,
          });
      }
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
  { subject, kind, revision, expected, record }: Signed,
  { certificate, at }: { certificate: Certificate; at: Date },
): void {
  const { sha256, signers, handwriting } = context;
  const { signerName: name, picture } = revision;
  const { role, signature } = expected;
  const written = signature?.handwritingSha256 ?? null;
  signers.push({
    document: kind,
    name,
    role,
    via: signature?.via ?? null,
    signedAt: signature?.at ?? null,
    stampedAt: at.toISOString(),
    certificate: certificate.subjectText,
    certificateSha256: toHex(sha256(certificate.raw)),
    handwritingSha256: written,
    hasHandwriting: written !== null && handwriting.has(written),
  });
  requireRecordedSignature(context, expected, record, { certificate, at });
  if (written !== null) checkPicture(context, subject, { name, handwritingSha256: written, picture });
  if (role !== 'party')
    checkSealPicture(context, subject, { name, picture, sha256: sealDigest(record, { kind, role }) });
}

/** The acceptance notice was sealed before the issue, maybe under another name or with another drawing. */
const sealDigest = (
  { acceptanceSealSha256, issue }: MatterRecord,
  { kind, role }: { kind: string; role: 'notary' | 'office' },
): string | null => (kind === 'receipt' ? acceptanceSealSha256 : (issue.seals?.[role] ?? null));
