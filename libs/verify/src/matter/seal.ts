import { matterPaths } from '@proofkeep/bundle';
import {
  checkCovered,
  checkMathematics,
  checkTimestamp,
  contentTypes,
  findPath,
  isAnchored,
  parseSignedData,
  parseTimestamp,
  type SignedData,
  verifySignedData,
  verifyTimestamp,
} from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import { believe, expectChain, requireForDocuments } from '../signatures.ts';
import { listsOf, type MatterContext } from './context.ts';
import { requireSeal } from './notary-certificate.ts';

/** Checks token and signature over the manifest, both as of the token's time. */
export async function checkMatterSeal(context: MatterContext): Promise<void> {
  const { note, part, findings } = context;
  await checkToken(context);
  await checkSignature(context);
  const isFailed = (subject: string) =>
    findings.some((finding) => finding.subject === subject && finding.outcome === 'failed');
  const [token, signature] = [matterPaths.token, matterPaths.signature];
  if (!isFailed(token) || !isFailed(signature)) return;
  // If token and signature are intact but over another manifest, the manifest was altered.
  const areWhole = await Promise.all([part(token).then(parseTimestamp), part(signature).then(parseSignedData)]).catch(
    () => null,
  );
  if (areWhole) note('manifest', 'failed', { subject: matterPaths.manifest, detail: detail('other-signed') });
}

async function checkToken(context: MatterContext): Promise<void> {
  const { note, anchors, part, manifestBytes } = context;
  const subject = matterPaths.token;
  try {
    const timestamp = await parseTimestamp(await part(subject));
    await checkTimestamp(timestamp, manifestBytes);
    await expectChain(context, matterPaths.tsaChain, timestamp.signed.certificates);
    context.stampedAt = timestamp.at;
    const verify = () => verifyTimestamp(timestamp, { content: manifestBytes, roots: anchors.roots });
    await believe(context, 'timestamp', subject, timestamp.signed.certificates, verify, { at: timestamp.at });
    await checkRevocation(context, { subject, signed: timestamp.signed, at: timestamp.at });
  } catch (error) {
    note('timestamp', 'failed', { subject, detail: detailOf(error) });
  }
}

async function checkSignature(context: MatterContext): Promise<void> {
  const { note, anchors, part, manifestBytes: content, manifest } = context;
  const subject = matterPaths.signature;
  const at = context.stampedAt ?? new Date(manifest.createdAt);
  try {
    const signed = await parseSignedData(await part(subject));
    if (signed.content) throw problem('attached');
    if (signed.timestamp) throw problem('unexpected-timestamp');
    await expectChain(context, matterPaths.sealChain, signed.certificates);
    await checkMathematics(signed, { content, contentType: contentTypes.data });
    requireForDocuments(signed);
    requireSeal(signed.signer);
    const verify = () =>
      verifySignedData(signed, { content, contentType: contentTypes.data, roots: anchors.roots, at });
    await believe(context, 'manifest-signature', subject, signed.certificates, verify);
    await checkRevocation(context, { subject, signed, at });
  } catch (error) {
    note('manifest-signature', 'failed', { subject, detail: detailOf(error) });
  }
}

async function checkRevocation(
  context: MatterContext,
  { subject, signed, at }: { subject: string; signed: SignedData; at: Date },
): Promise<void> {
  const { note, anchors } = context;
  if (!isAnchored(signed.certificates, anchors.roots)) {
    note('revocation', 'not-checked', { subject, detail: detail('no-root') });
    return;
  }
  try {
    const lists = await listsOf(context);
    const { signer: certificate, certificates: intermediates } = signed;
    await checkCovered(await findPath({ certificate, intermediates, roots: anchors.roots, at }), lists, at);
    const oldest = Math.min(...lists.map(({ thisUpdate }) => thisUpdate.getTime()));
    note('revocation', 'passed', { subject, detail: detail('list-issued', { at: new Date(oldest).toISOString() }) });
  } catch (error) {
    note('revocation', 'failed', { subject, detail: detailOf(error) });
  }
}
