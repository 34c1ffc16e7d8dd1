import { CertificateData, certificateFile, paths, readSealed, toHex } from '@proofkeep/bundle';
import {
  type AssociatedFile,
  checkMathematics,
  checkTimestamp,
  contentTypes,
  parseSignedData,
  parseTimestamp,
  readCertifiedPdf,
  type SignedData,
  type Timestamp,
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
  const { note } = context;
  const subject = paths.certificate;
  try {
    const seal = await readSeal(await context.part(subject));
    await context.attempt('certificate-manifest', subject, async () => checkCertificateData(context, seal.files));
    note('uncompared', 'not-checked', { subject, required: false, detail: detail('uncompared-certificate') });
    const timestamp = await readStamp(seal);
    await expectChain(context, paths.sealChain, seal.signed.certificates);
    await expectChain(context, paths.tsaChain, timestamp.signed.certificates);
    context.certified = { signed: seal.signed, timestamp };
    await believeSeal(context, subject, { ...seal, timestamp });
    const untimely = whyUntimely(context.stampedAt, timestamp.at);
    if (untimely) note('certificate-timestamp', 'failed', { subject, detail: untimely });
    else await believeStamp(context, subject, { ...seal, timestamp });
  } catch (error) {
    note('certificate', 'failed', { subject, detail: detailOf(error) });
  }
}

/** The seal of a certificate whose signature is valid over the whole file and allows no change. */
export interface Seal {
  signed: SignedData;
  /** The signed bytes. */
  content: Uint8Array;
  files: AssociatedFile[];
}

/** Reads the seal of a certificate and checks its signature, without a path to a root. @throws Problem, PkiError */
export async function readSeal(pdf: Uint8Array): Promise<Seal> {
  const { cms, signedBytes: content, docMdp, files } = await readCertifiedPdf(pdf);
  if (docMdp !== 1) throw problem('changes-allowed');
  const signed = await parseSignedData(cms);
  await checkMathematics(signed, { content, contentType: contentTypes.data });
  requireForDocuments(signed);
  return { signed, content, files };
}

/** Reads the timestamp over the seal's signature and checks it, without a path to a root. @throws Problem, PkiError */
export async function readStamp({ signed }: Pick<Seal, 'signed'>): Promise<Timestamp> {
  if (!signed.timestamp) throw problem('seal-unstamped');
  const timestamp = await parseTimestamp(signed.timestamp);
  await checkTimestamp(timestamp, signed.signature);
  return timestamp;
}

type Stamped = Seal & { timestamp: Timestamp };
type Believing = Pick<Context, 'note' | 'anchors' | 'sha256'>;

/** Checks that the seal leads to a trusted root as of its timestamp. @throws PkiError */
export const believeSeal = (context: Believing, subject: string, { signed, content, timestamp }: Stamped) =>
  believe(context, 'certificate', subject, signed.certificates, () =>
    verifySignedData(signed, {
      content,
      contentType: contentTypes.data,
      roots: context.anchors.roots,
      at: timestamp.at,
    }),
  );

/** Checks that the timestamp of the seal leads to a trusted root. @throws PkiError */
export const believeStamp = (context: Believing, subject: string, { signed, timestamp }: Stamped) =>
  believe(
    context,
    'certificate-timestamp',
    subject,
    timestamp.signed.certificates,
    () => verifyTimestamp(timestamp, { content: signed.signature, roots: context.anchors.roots }),
    { at: timestamp.at },
  );

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
  const data = certificateDataIn(files);
  if (
    data.ano !== manifest.ano ||
    data.manifestSha256 !== manifestSha256 ||
    data.manifestSm3 !== toHex(sm3(manifestBytes))
  )
    throw problem('other-manifest');
  context.certifiedCustody = data.custody;
}

/** Reads what a certificate says about its evidence, from the files attached to it. @throws Problem, BundleError */
export function certificateDataIn(files: AssociatedFile[]): CertificateData {
  const { name, mediaType, relationship } = certificateFile;
  const [file, ...more] = files.filter((one) => one.name === name);
  if (!file || more.length > 0 || file.mediaType !== mediaType || file.relationship !== relationship)
    throw problem('certificate-unbound', { name });
  return readSealed(CertificateData, file.bytes, name);
}
