import { CertificateData, certificateFile, paths, readSealed, toHex } from '@proofkeep/bundle';
import {
  type AssociatedFile,
  checkMathematics,
  checkTimestamp,
  contentTypes,
  parseSignedData,
  parseTimestamp,
  readCertifiedPdf,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import type { Context } from './context.ts';
import { type Detail, detail, detailOf, problem } from './details.ts';
import { believe, expectChain, requireForDocuments } from './signatures.ts';

/**
 * Checks the certificate's seal: it covers the whole file, allows no change, and has a timestamp over the signature.
 */
export async function checkCertificate(context: Context): Promise<void> {
  const { note, anchors } = context;
  const subject = paths.certificate;
  try {
    const { cms, signedBytes: content, docMdp, files } = await readCertifiedPdf(await context.part(subject));
    if (docMdp !== 1) throw problem('changes-allowed');
    const signed = await parseSignedData(cms);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    requireForDocuments(signed);
    await context.attempt('certificate-manifest', subject, async () => checkCertificateData(context, files));
    note('uncompared', 'not-checked', { subject, required: false, detail: detail('uncompared-certificate') });
    if (!signed.timestamp) throw problem('seal-unstamped');
    const timestamp = await parseTimestamp(signed.timestamp);
    await checkTimestamp(timestamp, signed.signature);
    await expectChain(context, paths.sealChain, signed.certificates);
    await expectChain(context, paths.tsaChain, timestamp.signed.certificates);
    context.certified = { signed, timestamp };
    const options = { content, contentType: contentTypes.data, roots: anchors.roots, at: timestamp.at };
    await believe(context, 'certificate', subject, signed.certificates, () => verifySignedData(signed, options));
    const untimely = whyUntimely(context.stampedAt, timestamp.at);
    if (untimely) {
      note('certificate-timestamp', 'failed', { subject, detail: untimely });
      return;
    }
    await believe(
      context,
      'certificate-timestamp',
      subject,
      timestamp.signed.certificates,
      () => verifyTimestamp(timestamp, { content: signed.signature, roots: anchors.roots }),
      { at: timestamp.at },
    );
  } catch (error) {
    note('certificate', 'failed', { subject, detail: detailOf(error) });
  }
}

/** A preview is kept for at most seven days; the rest allows for an outage of the service. */
const latestMs = 14 * 86_400_000;

/** The certificate describes the manifest's token, so its timestamp must follow that token within a limited time. */
function whyUntimely(stampedAt: Date | null, certifiedAt: Date): Detail | undefined {
  const at = certifiedAt.toISOString();
  if (!stampedAt) return undefined;
  if (certifiedAt < stampedAt) return detail('certified-early', { at });
  if (certifiedAt.getTime() - stampedAt.getTime() > latestMs) return detail('certified-late', { at });
  return undefined;
}

/** Checks that the signed PDF carries the number and digests of its manifest. */
function checkCertificateData(context: Context, files: AssociatedFile[]): void {
  const { manifest, manifestBytes, manifestSha256, sm3 } = context;
  const { name, mediaType, relationship } = certificateFile;
  const [file, ...more] = files.filter((one) => one.name === name);
  if (!file || more.length > 0 || file.mediaType !== mediaType || file.relationship !== relationship)
    throw problem('certificate-unbound', { name });
  const data = readSealed(CertificateData, file.bytes, name);
  if (
    data.ano !== manifest.ano ||
    data.manifestSha256 !== manifestSha256 ||
    data.manifestSm3 !== toHex(sm3(manifestBytes))
  )
    throw problem('other-manifest');
  context.certifiedCustody = data.custody;
}
