import { paths } from '@proofkeep/bundle';
import {
  checkMathematics,
  checkTimestamp,
  contentTypes,
  parseSignedData,
  parseTimestamp,
  readPdfSignature,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import { detailOf, problem } from './details.ts';
import { believe, expectChain } from './signatures.ts';
import type { Context } from './verify.ts';

/** The certificate's own seal: over the whole file, allowing no change, with a timestamp over the signature. */
export async function checkCertificate(context: Context): Promise<void> {
  const { note, anchors } = context;
  const subject = paths.certificate;
  try {
    const { cms, signedBytes: content, docMdp } = readPdfSignature(await context.part(subject));
    if (docMdp !== 1) throw problem('changes-allowed');
    const signed = await parseSignedData(cms);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    if (!signed.timestamp) throw problem('seal-unstamped');
    const timestamp = await parseTimestamp(signed.timestamp);
    await checkTimestamp(timestamp, signed.signature);
    await expectChain(context, paths.sealChain, signed.certificates);
    await expectChain(context, paths.tsaChain, timestamp.signed.certificates);
    const options = { content, contentType: contentTypes.data, roots: anchors.roots, at: timestamp.at };
    await believe(context, 'certificate', subject, signed.certificates, () => verifySignedData(signed, options));
    await believe(
      context,
      'certificate-timestamp',
      subject,
      timestamp.signed.certificates,
      () => verifyTimestamp(timestamp, { content: signed.signature, roots: anchors.roots }),
      { at: timestamp.at },
    );
  } catch (error) {
    note('certificate', 'failed', { subject, said: detailOf(error) });
  }
}
